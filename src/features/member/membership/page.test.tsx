import { screen, waitFor, within } from '@testing-library/react'
import { uuid } from '@tests/support/builders'
import { heldTimer } from '@tests/support/held'
import { serveProfile } from '@tests/support/member-api'
import { payment, servePayments } from '@tests/support/payments-api'
import { renderPage, signInAs } from '@tests/support/render'
import { see } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { tabStorage } from '@/lib/storage'
import { MembershipPage } from './page'

beforeEach(() => signInAs())
const open = (query = '') =>
  renderPage(<MembershipPage />, { path: paths.membership, route: paths.membership + query })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 3_600_000).toISOString()
/** The whole text of the membership. */
const seeSlip = async (text: string | RegExp) =>
  expect(await screen.findByRole('region', { name: 'Membership' })).toHaveTextContent(text)
const packs = [
  { id: uuid(), tokens: 50, price: 2000, is_on_sale: true },
  { id: uuid(), tokens: 70, price: 2500, is_on_sale: false },
]

it('is not there while payments are off (D61)', async () => {
  servePayments({ membership: { payments: 'off' } })
  open()
  expect(await screen.findByText(`elsewhere: ${paths.dashboard}`)).toBeVisible()
})

it('shows what a year costs before it is paid, and says why no payment page opens', async () => {
  const { asked } = servePayments({ packs })
  const { user } = open()
  expect(await screen.findByText('41 of 50 places at $10')).toBeVisible()
  await seeSlip(
    'Annual membership$10instead of $99for a year41 of 50 places at $10 are left. After that a year costs $99.Pay $10 for a yearOpening the payment page...You pay by card on our payment provider’s page and come back here. It does not renew by itself: we write 30 days before it ends.',
  )
  await seeSlip(
    'Included25 tokens, already in your balanceThe whole book of benefits, at one price eachMost benefits arrive in secondsTokens back when an order is cancelled or lateUntil you have paid you can look around. Redeeming opens with the payment.',
  )
  expect(screen.queryByRole('heading', { name: 'Buy tokens' })).not.toBeInTheDocument()
  expect(await screen.findByText('None yet. Each payment and its receipt is kept here.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pay $10 for a year' }))
  await seeToast('Payment Failed', 'An earlier payment is still being confirmed. Try again in a few minutes.')
  expect(asked).toEqual([{ action: 'checkout', kind: 'membership' }])
})

it('leaves for no other price than the button says', async () => {
  const { own } = servePayments({ payments: [payment({ state: 'opened', paid_at: null })] })
  server.use(
    http.post('*/functions/v1/payments', () => {
      Object.assign(own, { price: 9900, is_launch: false })
      return HttpResponse.json({ url: 'https://pay.test/c', amount: 9900 })
    }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Pay $10 for a year' }))
  await seeToast('Payment Failed', 'It costs $99 now. Nothing was charged.')
  expect(await screen.findByRole('button', { name: 'Pay $99 for a year' })).toBeEnabled()
  await seeSlip('Annual membership$99for a yearPay $99')
})

it('shows an active membership with what was paid, when it can be renewed, and the packs with the balance after', async () => {
  const [from, until] = ['2026-09-08T09:00:00+00:00', inDays(200)]
  const paid = payment()
  const pack = payment({
    id: uuid(),
    kind: 'tokens',
    tokens: 50,
    amount: 2000,
    state: 'paid',
    starts_at: null,
    ends_at: null,
  })
  const { asked } = servePayments({
    membership: { state: 'active', price: 9900, is_launch: false },
    payments: [
      pack,
      paid,
      payment({ id: uuid(), state: 'expired' }),
      payment({ id: uuid(), state: 'opened' }),
    ],
    packs,
    from,
    until,
  })
  const { user } = open()
  expect(
    await screen.findByRole('heading', { name: `Your membership is active until ${formatDate(until)}` }),
  ).toBeVisible()
  expect(await screen.findByText(`$10 on ${formatDate(paid.created_at)}, at the launch price`)).toBeVisible()
  expect(
    screen.getByText(`From ${formatDate(inDays(170))}, for $99. Nothing is charged by itself.`),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Pay|Renew)/ })).not.toBeInTheDocument()
  const table = within(await screen.findByRole('table', { name: 'Payments' }))
  expect(table.getByText('$20.00')).toBeVisible()
  expect(table.getAllByRole('row')).toHaveLength(3)
  await user.click(
    table.getByRole('button', { name: `Receipt for 50 tokens, ${formatDate(pack.created_at)}` }),
  )
  expect(await screen.findByRole('region', { name: 'Buy tokens' })).toHaveTextContent(
    'Buy tokens50tokens$2087 + 50Balance after 137Buy 50 tokensOpening the payment page...One payment, no subscription. The tokens are added when the payment is confirmed, within seconds as a rule.',
  )
  await seeSlip(/200 days remaining.*MembershipPro MemberPaid/)
  await see('One payment a year. Every receipt is kept here.')
  await user.click(await screen.findByRole('button', { name: 'Buy 50 tokens' }))
  await seeToast('Payment Failed', /earlier payment/)
  expect(asked).toEqual([
    { action: 'receipt', payment: pack.id },
    { action: 'checkout', kind: 'tokens', tokens: 50 },
  ])
})

it('renews from 30 days before the end, without losing a day, and after the end from the day of payment (D62)', async () => {
  const until = inDays(5)
  const ending = servePayments({
    membership: { state: 'ending', price: 9900, is_launch: false },
    from: inDays(-360),
    until,
  })
  const { unmount } = open()
  expect(
    await screen.findByRole('heading', { name: `Your membership ends on ${formatDate(until)}, in 5 days` }),
  ).toBeVisible()
  const renewed = new Date(until)
  renewed.setFullYear(renewed.getFullYear() + 1)
  await seeSlip(
    `Now until${formatDate(until)}Renewed until${formatDate(renewed)}, no day is lostYour tokens87 tokens stay yours either wayRenew for $99`,
  )
  expect(screen.getByRole('button', { name: 'Renew for $99' })).toBeVisible()
  expect(ending.asked).toEqual([])
  unmount()
  servePayments({
    membership: { state: 'ended', price: 9900, is_launch: false },
    from: inDays(-400),
    until: inDays(-5),
  })
  const { client } = open()
  expect(
    await screen.findByRole('heading', { name: `Your membership ended on ${formatDate(inDays(-5))}` }),
  ).toBeVisible()
  await seeSlip(
    'Expired 5 days agoWhat still worksYour keys, links and filesReading your historyYour 87 tokens stayAdding codesWhat does notRedeeming benefitsRenew for $99Opening the payment page...The new year begins on the day you pay.',
  )
  serveProfile({ membership_end_date: inDays(0) })
  await client.invalidateQueries()
  await waitFor(() => seeSlip('Expired today'))
})

it('says what became of a payment only once the database says it, and that nothing was paid after leaving (D63)', async () => {
  const { rows, own } = servePayments({
    payments: [payment({ state: 'processing', paid_at: null, starts_at: null, ends_at: null })],
  })
  const minute = heldTimer(60_000)
  open(`?paid=${payment().id}`)
  const waiting = await screen.findByText('Waiting for the payment to be confirmed')
  expect(waiting.closest('[role=status]')).toHaveTextContent(
    'This takes a few seconds. You may leave this page: nothing is charged twice, and we write to you as soon as it is done.',
  )
  await seeSlip('Annual membershipPayment$10Sent')
  minute.pass()
  expect(waiting.closest('[role=status]')).toHaveTextContent(
    'This takes longer than usual. We write to you as soon as it is confirmed.',
  )
  expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
  rows.rows[0] = payment({ ends_at: '2027-09-08T09:00:00+00:00' })
  own.state = 'active'
  const done = `Your membership is active until ${formatDate('2027-09-08T09:00:00+00:00')}`
  expect(await screen.findByText(done)).toBeVisible()
  // What depends on it was read again.
  await waitFor(() => seeSlip('It has no end date.'))
})

it('says that nothing was paid after leaving the payment page', async () => {
  servePayments()
  open(`?left=${payment().id}`)
  expect(await screen.findByText('Nothing was paid.')).toBeVisible()
})

it('says why a payment did not succeed, that it was refunded, and that a bank has sent it back (D64)', async () => {
  const { rows } = servePayments({ payments: [payment({ state: 'failed', paid_at: null })] })
  const { client } = open()
  const seeStatus = async (title: string, text: string) =>
    expect((await screen.findByText(title)).closest('[role=status]')).toHaveTextContent(text)
  await seeStatus(
    'The payment was declined. Nothing was charged.',
    'Your bank said no, without telling us why. Another card often helps.',
  )
  expect(await screen.findByText('Declined')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled()
  const refunded_at = '2026-09-18T09:00:00+00:00'
  rows.rows = [payment({ state: 'refunded', refunded: 1000, refunded_at })]
  await client.invalidateQueries()
  await seeStatus(
    `$10 was refunded on ${formatDate(refunded_at)}.`,
    'It goes back to the card you paid with and shows there within 5 to 10 days. Its year was taken off your membership.',
  )
  await seeSlip('IncludedThe whole book of benefits')
  await seeSlip('What you received and your history stay readable.')
  const refund_failed_at = '2026-09-20T09:00:00+00:00'
  Object.assign(rows.rows[0]!, { refund_failed_at })
  await client.invalidateQueries()
  await seeStatus(
    `$10 could not be paid back on ${formatDate(refund_failed_at)}.`,
    'Your bank has sent it back. We look for another way, and write to you.',
  )
  expect(screen.queryByText(/was refunded on/)).toBeNull()
})

it('renews a year that ends on February 29 until February 28 (D62), and has no end without a date', async () => {
  servePayments({ membership: { state: 'ending' }, until: '2028-02-29T12:00:00+00:00' })
  const { client } = open()
  await seeSlip(`Renewed until${formatDate('2029-02-28T12:00:00+00:00')}, no day is lost`)
  servePayments({ membership: { state: 'active' }, until: 'infinity' })
  await client.invalidateQueries()
  await waitFor(() => seeSlip('Your membership is activeIt has no end date.'))
  servePayments({ membership: { state: 'active' }, until: inDays(200) })
  await client.invalidateQueries()
  await waitFor(() => seeSlip('PaidNothing yetRenewal'))
  servePayments({
    membership: { state: 'active' },
    until: inDays(200),
    payments: [payment({ is_launch: false })],
  })
  await client.invalidateQueries()
  await waitFor(() => seeSlip(`Paid$10 on ${formatDate(payment().created_at)}Renewal`))
})

it.each(['infinity', '2199-02-01T12:00:00+00:00'])(
  'can be paid with a test key while it runs until %s (D61)',
  async (until) => {
    const { asked } = servePayments({ membership: { payments: 'test', state: 'active' }, until })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Pay $10 for a year' }))
    await expect.poll(() => asked).toEqual([{ action: 'checkout', kind: 'membership' }])
  },
)

it('returns where the member wanted to go, once the payment is confirmed', async () => {
  tabStorage.setItem('guildhall-after-payment', '/dashboard/benefits')
  servePayments({ payments: [payment({ kind: 'tokens', tokens: 1 })] })
  open(`?paid=${payment().id}`)
  await seeToast('Payment confirmed', '1 token was added to your balance.')
  expect(await screen.findByText('elsewhere: /dashboard/benefits')).toBeVisible()
  expect(tabStorage.getItem('guildhall-after-payment')).toBeNull()
})
