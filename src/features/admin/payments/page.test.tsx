import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId, uuid } from '@tests/support/builders'
import { seeBusy, seeNoDialog } from '@tests/support/dialogs'
import { refusal } from '@tests/support/member-api'
import { openPage } from '@tests/support/open-page'
import { renderPage, signInAs } from '@tests/support/render'
import { renderDialog } from '@tests/support/render-dialog'
import { see, seeBelow } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { AdminPayment } from '@/entities/payments/admin'
import { formatDate, formatDateTime } from '@/lib/format'
import { DisputePanel } from './dispute-panel'
import { PaymentsPage } from './page'
import { RefundDialog } from './refund-dialog'

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
  intent_id: 'pi_1',
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
  renewals: 3,
  renewals_amount: 0,
  packs: 1,
  packs_amount: 1900,
  refunds: 1,
  refunded: 500,
  revenue: 11300,
}

type Served = { payments?: object[]; disputes?: object[]; problems?: object[]; state?: string }

/** What was asked of the list. */
const lists: unknown[] = []
const months: unknown[] = []

type User = ReturnType<typeof renderPage>['user']

/** Opens the menu of the first payment with this name. */
async function more(user: User, whose: string | RegExp) {
  await user.click(await screen.findByRole('button', { name: whose }))
  return (item: string) => user.click(screen.getByRole('menuitem', { name: item }))
}

function serve({ payments = [paid, pack], disputes = [], problems = [], state = 'ready' }: Served = {}) {
  const sent: unknown[] = []
  for (const asked of [lists, months]) asked.length = 0
  server.use(
    http.post('*/rest/v1/rpc/search_payments', async ({ request }) => {
      const asked = (await request.json()) as { p_limit: number }
      // The notice above the list.
      if (asked.p_limit === 100) return HttpResponse.json(disputes)
      lists.push(asked)
      return HttpResponse.json(payments)
    }),
    http.post('*/rest/v1/rpc/payment_sums', async ({ request }) => {
      months.push(await request.json())
      return HttpResponse.json(sums)
    }),
    http.post('*/rest/v1/rpc/payment_problems', () => HttpResponse.json(problems)),
    http.get('*/functions/v1/payments', () =>
      HttpResponse.json({ state, missing: ['STRIPE_SECRET_KEY'] }, { status: state === 'ready' ? 200 : 503 }),
    ),
    http.post('*/functions/v1/payments', async ({ request }) => {
      sent.push(await request.json())
      await seeBusy('Asking Stripe...')
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
    'Memberships1$99.00Renewals3$0.00Token packs1$19.00Refunded1−$5.00',
  )
  expect(screen.getByText('5 payments and 1 refund in all').closest('tr')).toHaveTextContent('$113.00')
  await (await more(user, 'More for 100 tokens of Peter Lund'))('Refund…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund Peter Lund', busy: false }))
  expect(dialog.getByText('100 tokens, $19.00, paid on Nov 14, 2026.')).toBeVisible()
  await seeBelow(dialog.getByLabelText('Reason'), 'The member reads it. A refund cannot be undone.')
  expect(dialog.getByText('60 tokens of 100 tokens are not spent and will be taken back.')).toBeVisible()
  const fill = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  fill('Amount in dollars', '19.01')
  await user.click(dialog.getByRole('button', { name: 'Refund $19.01' }))
  expect(await dialog.findByText('Enter an amount up to $19.00.')).toBeVisible()
  fill('Amount in dollars', '5')
  expect(dialog.getByText('A part of the amount takes nothing back from the member.')).toBeVisible()
  fill('Reason', 'Asked for it')
  await user.click(dialog.getByRole('button', { name: 'Refund $5.00' }))
  await seeToast('Refund asked for', 'Stripe makes it, usually within seconds. It cannot be undone.')
  await seeNoDialog()
  expect(sent).toEqual([{ action: 'refund', payment: pack.id, amount: 500, reason: 'Asked for it' }])
})

it.each([
  ['ready', ['Payments are off', 'Nobody is asked to pay.'], { name: null, dispute_due_at: null }, 'Answer'],
  [
    'not_configured',
    ['Payments are not connected', 'The function payments lacks STRIPE_SECRET_KEY: see docs/deploy.md.'],
    { dispute_due_at: '2026-11-20T10:00:00+00:00' },
    'Answer by Nov 20, 2026',
  ],
  [
    'unreachable',
    ['Payments are not connected', 'The function payments does not respond: see docs/deploy.md.'],
  ],
] as const)(
  'leads to the settings while Stripe is %s and nobody can pay, and says until when the only dispute is answered (D61)',
  async (state, texts, over?: Partial<AdminPayment>, until?: string) => {
    serve({ state, disputes: over ? [{ ...paid, state: 'disputed', ...over }] : [] })
    renderPage(<PaymentsPage />)
    await see(...texts)
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/admin/settings')
    if (!over) return
    await see(over.name === null ? '1 dispute: a deleted user, $99.00' : '1 dispute: Peter Lund, $99.00')
    await see(`${until}, or the money goes back. Nothing is taken from the member.`)
  },
)

it('tells everything about a payment in its row, and refunds only what was paid, a year with its months', async () => {
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
      { ...disputed, id: '6', dispute_reason: 'product_not_received' },
      { ...paid, id: '5', state: 'failed', paid_at: null, name: null, email: null, intent_id: null },
    ],
  })
  const page = renderPage(<PaymentsPage />)
  await screen.findByRole('button', { name: 'More for Renewal, 12 months of Peter Lund' })
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.pop()).toHaveTextContent('5 payments and 1 refund in all$113.00')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Peter Lundp.lund@lundbyg.exampleRenewal, 12 monthsTestPaidNov 14, 202604:24 PM$99.00',
    'Peter Lundp.lund@lundbyg.example100 tokens$19.00 refunded on Nov 20, 2026, the refund failed on Nov 21, 2026, 60 tokens taken back, AskedRefundedNov 14, 202604:24 PM$19.00',
    'Peter Lundp.lund@lundbyg.exampleMembership, 12 months"fraudulent", lostDisputedNov 14, 202604:24 PM$99.00',
    'Peter Lundp.lund@lundbyg.exampleMembership, 12 months"fraudulent", answeredDisputedNov 14, 202604:24 PM$99.00',
    'Peter Lundp.lund@lundbyg.exampleMembership, 12 months"product not received", answer at Stripe by Nov 20, 2026DisputedNov 14, 202604:24 PM$99.00',
    'Deleted userMembership, 12 monthsDeclinedNov 14, 202604:20 PM$99.00',
  ])
  const { user } = page
  const offered: string[] = []
  for (const button of screen.getAllByRole('button', { name: /^More for/ })) {
    await user.click(button)
    offered.push(
      screen
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent)
        .join(', '),
    )
    await user.keyboard('{Escape}')
  }
  expect(offered).toEqual([
    'Receipt, Open at Stripe, Refund…',
    'Receipt, Open at Stripe',
    ...Array(3).fill('Receipt, Open at Stripe, Dispute'),
  ])
  await (await more(user, 'More for Renewal, 12 months of Peter Lund'))('Refund…')
  const text = `Its 12 months are taken off the membership, which it had extended to ${formatDate(paid.ends_at ?? '')}.`
  expect(await screen.findByText(text)).toBeVisible()
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

it('shows one month with its total, and no total of what a search or a state leaves of it', async () => {
  serve()
  const { user } = renderPage(<PaymentsPage />)
  const now = new Date()
  const month = new Date(now.getFullYear(), now.getMonth() - 1)
  const next = new Date(now.getFullYear(), now.getMonth())
  const name = month.toLocaleDateString(undefined, { month: 'long', year: 'numeric' })
  await user.selectOptions(screen.getByLabelText('Month'), name)
  expect((await screen.findByText(`5 payments and 1 refund in ${name}`)).closest('tr')).toHaveTextContent(
    '$113.00',
  )
  const bounds = { p_from: month.toISOString(), p_to: next.toISOString() }
  expect(months.at(-1)).toEqual(bounds)
  expect(lists.at(-1)).toEqual({ ...bounds, p_reverse: false, p_limit: 26 })
  await user.click(screen.getByRole('button', { name: 'Paid' }))
  await waitFor(() => expect(screen.queryByText(/^5 payments and/)).toBeNull())
})

it('names the dispute that is due first, and shows what it is about, with the records and the way to Stripe (D64)', async () => {
  const due = (days: number) => new Date(Date.now() + days * 86_400_000 - 3_600_000).toISOString()
  const disputed = {
    ...paid,
    state: 'disputed',
    dispute_reason: 'fraudulent',
    name: 'Bram de Wit',
    email: 'bram+1@dewit.example',
  }
  serve({
    disputes: [
      { ...disputed, id: '1', name: 'Later', dispute_due_at: due(9) },
      { ...disputed, id: '2', dispute_due_at: due(7) },
      { ...disputed, id: '3', name: 'Answered', dispute_due_at: due(1), dispute_status: 'under_review' },
    ],
  })
  const { user } = renderPage(<PaymentsPage />)
  await see('2 disputes: Bram de Wit, $99.00 first')
  await user.click(screen.getByRole('button', { name: 'Answer dispute' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Dispute', busy: false }))
  expect(await panel.findByRole('heading', { name: /^Bram de Wit/ })).toHaveTextContent('Bram de Wit, $99.00')
  expect(panel.getByText(`Answer by ${formatDate(due(7))}, in 7 days`)).toBeVisible()
  expect(panel.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
    'Paid forMembership, 12 months, Nov 14, 2026',
    'The bank says"fraudulent"',
    'Set aside$99.00 and Stripe’s fee, until it is decided',
    'MembershipNothing is taken from the member, whatever the bank decides',
  ])
  expect(panel.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/orders?q=bram%2B1%40dewit.example',
    `/admin/users?person=${memberId}`,
    `/admin/users?person=${memberId}&show=payments`,
    'https://dashboard.stripe.com/payments/pi_1',
  ])
  await user.click(panel.getByRole('button', { name: 'Close' }))
  await seeNoDialog()
})

it('says of a dispute that is lost what went back, and of somebody deleted that nothing names them', async () => {
  const lost = { ...pack, state: 'disputed', dispute_status: 'lost', name: null, email: null, user_id: null }
  serve({ payments: [{ ...lost, is_test: true }] })
  const { user } = renderPage(<PaymentsPage />)
  await (await more(user, /^More for/))('Dispute')
  await see('Lost', '$19.00, and Stripe’s fee is charged', 'Tokens', /^The account was deleted: its orders/)
  expect(screen.getByRole('link', { name: 'Open at Stripe' })).toHaveAttribute(
    'href',
    'https://dashboard.stripe.com/test/payments/pi_1',
  )
})

it.each([
  [{ ...paid, name: null }, 'The account was deleted: only the money goes back.'],
  [
    { ...pack, tokens_unspent: 1, refunded: 400 },
    '1 token of 100 tokens is not spent and will be taken back.',
  ],
])('says in the refund of a payment what goes back, and why it was refused', async (one, text) => {
  server.use(http.post('*/functions/v1/payments', () => refusal(409, 'refund_refused')))
  const { user } = renderDialog((onClose) => <RefundDialog payment={one} onClose={onClose} />)
  await see(text)
  const amount = screen.getByLabelText('Amount in dollars')
  const left = one.refunded > 0 ? '15.00' : '99.00'
  expect(amount).toHaveValue(left)
  fireEvent.change(amount, { target: { value: '1,5' } })
  expect(screen.getByRole('button', { name: 'Refund' })).toBeVisible()
  fireEvent.change(amount, { target: { value: '0' } })
  await user.type(amount, '{Enter}')
  await see(`Enter an amount up to $${left}.`)
  fireEvent.change(amount, { target: { value: '0.5' } })
  await user.type(amount, '{Enter}')
  await see('This payment cannot be refunded as it is now. Look at it again.')
})

it.each([
  ['under_review', null, 'Answered: the bank decides', 'Open at Stripe'],
  [null, null, 'Answer it at Stripe', 'Answer at Stripe'],
  [null, '2026-01-02T10:00:00+00:00', 'Answer by Jan 2, 2026', 'Answer at Stripe'],
])('says of a dispute that is %s and due at %s: %s', async (dispute_status, dispute_due_at, text, link) => {
  const payment = { ...paid, state: 'disputed', dispute_status, dispute_due_at }
  renderDialog((onClose) => <DisputePanel payment={payment} onClose={onClose} />)
  await see(text, link, 'Nothing')
})

it('offers two years of months, and an older month of the URL, but no invalid one', async () => {
  serve()
  const { unmount } = openPage(PaymentsPage, '/admin/payments', '?month=2019-03')
  expect(await screen.findByLabelText('Month')).toHaveDisplayValue('March 2019')
  expect(within(screen.getByLabelText('Month')).getAllByRole('option')).toHaveLength(1 + 25 + 1)
  unmount()
  openPage(PaymentsPage, '/admin/payments', '?month=2019-13')
  expect(await screen.findByLabelText('Month')).toHaveDisplayValue('All')
})

it('lists what could not be applied until an admin has dealt with it (D63)', async () => {
  const texts = {
    account_deleted: 'The person was deleted before it came. Refund it here or at Stripe.',
    unknown_payment: 'It names no payment that was opened here.',
    amount_differs: 'Its amount or currency is not that of the payment.',
    session_differs: 'Another checkout has already been reported for this payment.',
    mode_differs: 'It mixes test and live.',
    refund_failed: 'A bank has sent a refund back. Pay it back in another way, and tell the member.',
    of_tomorrow: 'of_tomorrow',
  }
  const one = { type: 'checkout.session.completed', at: paid.created_at, times: 1 }
  const problems = Object.keys(texts).map((problem, at) => ({ ...one, id: `evt_${9 - at}`, problem }))
  const sent = serve({ problems })
  const { user } = renderPage(<PaymentsPage />)
  await see(...Object.values(texts))
  expect(screen.getByText(`${one.type}, ${formatDateTime(one.at)}, evt_9`)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Done: evt_9' }))
  await expect.poll(() => sent).toEqual([{ p_id: 'evt_9' }])
})

it('says what could not be loaded, each in its place, and tries again', async () => {
  const sent = serve()
  const refuse = () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })
  let listsRefused = 0
  server.use(
    http.post('*/rest/v1/rpc/payment_sums', refuse, { once: true }),
    http.post('*/rest/v1/rpc/payment_problems', refuse, { once: true }),
    http.post('*/rest/v1/rpc/search_payments', async ({ request }) => {
      const { p_limit } = (await request.clone().json()) as { p_limit: number }
      if (listsRefused > 0 || p_limit === 100) return undefined
      listsRefused++
      return refuse()
    }),
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
