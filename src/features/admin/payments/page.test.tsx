import { screen, waitFor, within } from '@testing-library/react'
import { memberId, uuid } from '@tests/support/builders'
import { seeNoDialog } from '@tests/support/dialogs'
import { renderPage, signInAs } from '@tests/support/render'
import { see, seeBelow } from '@tests/support/see'
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
  refunds: 1,
  refunded: 500,
  revenue: 11300,
}

type Served = { payments?: object[]; problems?: object[]; state?: string }

/** What was asked of the list. */
const lists: unknown[] = []

function serve({ payments = [paid, pack], problems = [], state = 'ready' }: Served = {}) {
  const sent: unknown[] = []
  lists.length = 0
  server.use(
    http.post('*/rest/v1/rpc/search_payments', async ({ request }) => {
      lists.push(await request.json())
      return HttpResponse.json(payments)
    }),
    http.post('*/rest/v1/rpc/payment_sums', () => HttpResponse.json(sums)),
    http.post('*/rest/v1/rpc/payment_problems', () => HttpResponse.json(problems)),
    http.get('*/functions/v1/payments', () =>
      HttpResponse.json({ state, missing: ['STRIPE_SECRET_KEY'] }, { status: state === 'ready' ? 200 : 503 }),
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
  expect(screen.getByText('Memberships').closest('dl')).toHaveTextContent(
    'Memberships1$99.00Renewals0$0.00Token packs1$19.00Refunded1−$5.00',
  )
  await user.click(screen.getByRole('button', { name: 'Refund 100 tokens of Peter Lund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund Peter Lund', busy: false }))
  expect(dialog.getByText('100 tokens, $19.00, paid on Nov 14, 2026.')).toBeVisible()
  await seeBelow(dialog.getByLabelText('Reason'), 'The member reads it. A refund cannot be undone.')
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
  await seeToast('Refund asked for', 'Stripe makes it, usually within seconds. It cannot be undone.')
  await seeNoDialog()
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
  ['ready', 'Payments are off', 'Nobody is asked to pay.'],
  [
    'not_configured',
    'Payments are not connected',
    'The function payments lacks STRIPE_SECRET_KEY: see docs/deploy.md.',
  ],
  [
    'unreachable',
    'Payments are not connected',
    'The function payments does not respond: see docs/deploy.md.',
  ],
])('leads to the settings while Stripe is %s and nobody can pay (D61)', async (state, title, text) => {
  serve({ state })
  renderPage(<PaymentsPage />)
  await see(title, text)
  expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/admin/settings')
})

it('tells everything about a payment in its row, and refunds what was paid only', async () => {
  const times = { refunded_at: '2026-11-20T10:00:00+00:00', refund_failed_at: '2026-11-21T10:00:00+00:00' }
  const disputed = {
    ...paid,
    state: 'disputed',
    dispute_reason: 'fraudulent',
    dispute_due_at: times.refunded_at,
  }
  serve({
    payments: [
      { ...paid, id: '1', is_renewal: true, is_test: true },
      {
        ...pack,
        ...times,
        id: '2',
        state: 'refunded',
        refunded: 1900,
        tokens_returned: 60,
        refund_reason: 'Asked',
      },
      { ...disputed, id: '3', dispute_status: 'lost' },
      { ...disputed, id: '4', dispute_status: 'warning_under_review' },
      { ...paid, id: '5', state: 'failed', paid_at: null, name: null, email: null },
    ],
  })
  renderPage(<PaymentsPage />)
  await screen.findByRole('button', { name: 'Receipt: Renewal, 12 months of Peter Lund' })
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Peter Lundp.lund@lundbyg.exampleRenewal, 12 monthsTestPaidNov 14, 202604:24 PM$99.00ReceiptRefund…',
    'Peter Lundp.lund@lundbyg.example100 tokens$19.00 refunded on Nov 20, 2026, the refund failed on Nov 21, 2026, 60 tokens taken back, AskedRefundedNov 14, 202604:24 PM$19.00Receipt',
    'Peter Lundp.lund@lundbyg.exampleMembership, 12 months"fraudulent", lostDisputedNov 14, 202604:24 PM$99.00Receipt',
    'Peter Lundp.lund@lundbyg.exampleMembership, 12 months"fraudulent", answeredDisputedNov 14, 202604:24 PM$99.00Receipt',
    'Deleted userMembership, 12 monthsDeclinedNov 14, 202604:20 PM$99.00',
  ])
})

it('filters by state and search, and says that nothing matches', async () => {
  serve({ payments: [] })
  const { user } = renderPage(<PaymentsPage />)
  await see('No payments yet', 'The first one appears here the moment it arrives.')
  const asked = { p_reverse: false, p_limit: 26 }
  expect(lists).toEqual([asked])
  await user.click(screen.getByRole('button', { name: 'Open disputes' }))
  await see('No payments match.')
  await user.type(screen.getByRole('searchbox', { name: 'Search payments' }), 'lund')
  await waitFor(() => expect(lists.at(-1)).toEqual({ ...asked, p_search: 'lund', p_state: 'dispute_open' }))
  await user.click(screen.getByRole('button', { name: 'Open disputes' }))
  await waitFor(() => expect(lists.at(-1)).toEqual({ ...asked, p_search: 'lund' }))
})

it.each([
  [{ ...paid, name: null }, 'The account was deleted: only the money goes back.'],
  [{ ...pack, tokens_unspent: 1 }, '1 token of 100 tokens is not spent and will be taken back.'],
])('says in the refund of a payment what goes back, and why it was refused', async (one, text) => {
  serve({ payments: [one] })
  server.use(
    http.post('*/functions/v1/payments', () =>
      HttpResponse.json({ code: 'PT409', message: 'refund_refused' }, { status: 409 }),
    ),
  )
  const { user } = renderPage(<PaymentsPage />)
  await user.click(await screen.findByRole('button', { name: /^Refund / }))
  await see(text)
  await user.clear(screen.getByLabelText('Amount in dollars'))
  await user.type(screen.getByLabelText('Amount in dollars'), '0{Enter}')
  await see(/^Enter an amount up to/)
  await user.clear(screen.getByLabelText('Amount in dollars'))
  await user.type(screen.getByLabelText('Amount in dollars'), '0.5{Enter}')
  await see('This payment cannot be refunded as it is now. Look at it again.')
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
    http.post('*/rest/v1/rpc/search_payments', refuse, { once: true }),
  )
  const { user } = renderPage(<PaymentsPage />)
  for (const what of [
    'The sums could not be loaded.No payment is affected.',
    'What could not be applied could not be loaded.No payment is affected.',
    'Failed to load paymentsNo payment is affected.',
  ]) {
    const problem = await waitFor(
      () => screen.getAllByRole('alert').find((one) => one.textContent?.startsWith(what))!,
    )
    await user.click(within(problem).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(problem).not.toBeInTheDocument())
  }
  expect(sent).toEqual([])
})
