import { screen, waitFor, within } from '@testing-library/react'
import { memberId, uuid } from '@tests/support/builders'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { AdminPayment } from '@/entities/payments/admin'
import { formatDate } from '@/lib/format'
import { PaymentsPage } from './page'

beforeEach(() => signInAs())

const paid: AdminPayment = {
  id: uuid(),
  user_id: memberId,
  name: 'Peter Lund',
  email: 'p.lund@lundbyg.example',
  kind: 'membership',
  tokens: null,
  amount: 9900,
  state: 'paid',
  is_renewal: false,
  is_test: false,
  created_at: '2026-11-14T16:20:00+00:00',
  paid_at: '2026-11-14T16:24:00+00:00',
  starts_at: '2026-11-14T16:24:00+00:00',
  ends_at: '2027-11-14T16:24:00+00:00',
  refunded: 0,
  refunded_at: null,
  refund_failed_at: null,
  refund_reason: null,
  tokens_returned: null,
  tokens_unspent: null,
  dispute_reason: null,
  dispute_due_at: null,
  dispute_status: null,
}
const pack = {
  ...paid,
  id: uuid(),
  kind: 'tokens',
  tokens: 100,
  amount: 1900,
  tokens_unspent: 60,
  ends_at: null,
}
const sums = {
  memberships: 1,
  memberships_amount: 9900,
  renewals: 0,
  renewals_amount: 0,
  packs: 1,
  packs_amount: 1900,
  refunds: 0,
  refunded: 0,
  revenue: 11800,
}

function serve({ payments = [paid, pack], problems = [] as object[], state = 'ready' } = {}) {
  const sent: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/search_payments', () => HttpResponse.json(payments)),
    http.post('*/rest/v1/rpc/payment_sums', () => HttpResponse.json(sums)),
    http.post('*/rest/v1/rpc/payment_problems', () => HttpResponse.json(problems)),
    http.get('*/functions/v1/payments', () =>
      HttpResponse.json(
        { state, mode: 'live', missing: ['STRIPE_SECRET_KEY'] },
        { status: state === 'ready' ? 200 : 503 },
      ),
    ),
    http.post('*/functions/v1/payments', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ amount: 1900 })
    }),
    http.post('*/rest/v1/rpc/settle_payment_problem', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(true)
    }),
  )
  return sent
}

it('lists payments, and refunds one with what it takes back and a reason that the member reads (D64)', async () => {
  const sent = serve()
  const { user } = renderPage(<PaymentsPage />)
  expect(await screen.findAllByText('Peter Lund')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Refund 100 tokens of Peter Lund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund Peter Lund', busy: false }))
  expect(dialog.getByText('60 tokens of 100 tokens are not spent and will be taken back.')).toBeVisible()
  await user.clear(dialog.getByLabelText('Amount in dollars'))
  await user.type(dialog.getByLabelText('Amount in dollars'), '19.01')
  await user.click(dialog.getByRole('button', { name: 'Refund $19.01' }))
  expect(await dialog.findByText('Enter an amount up to $19.00.')).toBeVisible()
  await user.clear(dialog.getByLabelText('Amount in dollars'))
  await user.type(dialog.getByLabelText('Amount in dollars'), '5')
  expect(dialog.getByText('A part of the amount takes nothing back from the member.')).toBeVisible()
  await user.type(dialog.getByLabelText('Reason'), 'Asked for it')
  await user.click(dialog.getByRole('button', { name: 'Refund $5.00' }))
  await seeToast('Refund asked for', /Stripe makes it/)
  expect(sent).toEqual([{ action: 'refund', payment: pack.id, amount: 500, reason: 'Asked for it' }])
})

it('says what a whole refund of a year takes, and shows disputes with their deadline', async () => {
  const disputed = {
    ...paid,
    id: uuid(),
    state: 'disputed',
    dispute_reason: 'product_not_received',
    dispute_due_at: '2026-11-22T10:00:00+00:00',
  }
  serve({ payments: [paid, disputed] })
  const { user } = renderPage(<PaymentsPage />)
  expect(
    await screen.findByText(
      `"product not received", answer at Stripe by ${formatDate('2026-11-22T10:00:00+00:00')}`,
    ),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Refund Membership, 12 months of Peter Lund' }))
  const text = `Its 12 months are taken off the membership, which it had extended to ${formatDate(paid.ends_at ?? '')}.`
  expect(await screen.findByText(text)).toBeVisible()
})

it.each([
  ['ready', 'Payments are off'],
  ['not_configured', 'Payments are not connected'],
])('leads to the settings while Stripe is %s and nobody can pay (D61)', async (state, title) => {
  serve({ state })
  renderPage(<PaymentsPage />)
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/admin/settings')
})

it('lists what could not be applied until an admin has dealt with it (D63)', async () => {
  const sent = serve({
    problems: [
      {
        id: 'evt_9',
        type: 'checkout.session.completed',
        at: paid.created_at,
        times: 1,
        problem: 'account_deleted',
        payment_id: null,
        intent_id: null,
      },
    ],
  })
  const { user } = renderPage(<PaymentsPage />)
  expect(
    await screen.findByText('The person was deleted before it came. Refund it here or at Stripe.'),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Done: evt_9' }))
  await expect.poll(() => sent).toEqual([{ p_id: 'evt_9' }])
})

it('says what could not be loaded, each in its place, and tries again', async () => {
  const sent = serve()
  const refuse = () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })
  server.use(
    http.post('*/rest/v1/rpc/payment_sums', refuse, { once: true }),
    http.post('*/rest/v1/rpc/payment_problems', refuse, { once: true }),
  )
  const { user } = renderPage(<PaymentsPage />)
  for (const what of ['The sums could not be loaded.', 'What could not be applied could not be loaded.']) {
    const problem = (await screen.findByText(what)).closest<HTMLElement>('[role="alert"]')!
    await user.click(within(problem).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(problem).not.toBeInTheDocument())
  }
  expect(sent).toEqual([])
})
