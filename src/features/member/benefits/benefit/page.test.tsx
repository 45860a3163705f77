import { screen, waitFor, within } from '@testing-library/react'
import { memberId, order } from '@tests/support/builders'
import { type CatalogueBenefit, catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { category } from '@tests/support/categories-api'
import { openDialog } from '@tests/support/dialogs'
import { heldTimer } from '@tests/support/held'
import { servePlacing, serveProfile, serveRows } from '@tests/support/member-api'
import { servePayments } from '@tests/support/payments-api'
import { address, renderPage, signInAs } from '@tests/support/render'
import { queryParams, see, seeLink } from '@tests/support/see'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { formatNearTime } from '@/lib/near-time'
import { paths } from '@/lib/paths'
import { BenefitPage } from './page'

beforeEach(() => signInAs())

type Over = Partial<CatalogueBenefit>
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const tools = category('AI tools')

function open(over: Over = {}, orders: object[] = [], current_tokens = 87, query = '') {
  const lantern = catalogueBenefit({ delivery_method: 'key', units_left: 20, ...over })
  serveProfile({ current_tokens })
  const catalogue = serveCatalogue([lantern])
  catalogue.categories = [tools]
  const rows = orders.map((row) => ({ ...row, benefit_id: lantern.id, benefit: null }))
  const own = serveRows('orders', rows)
  const route = `/dashboard/benefits/${lantern.id}${query}`
  const { user, client } = renderPage(<BenefitPage />, { path: '/dashboard/benefits/:id', route })
  /** Changes the benefit, and shows it as it is then. */
  const change = (next?: Over) => {
    catalogue.benefits = next ? [{ ...lantern, ...next }] : []
    return client.invalidateQueries()
  }
  return { user, client, change, lantern, catalogue, own }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const button = (name: string) => screen.findByRole('button', { name })
const redeemButton = 'Redeem for 55 tokens'
const redeem = () => button(redeemButton)
/** The facts, by name. */
const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .filter((term) => !term.closest('[aria-label="What it costs"]'))
      .map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent]),
  )

it('shows the whole description, the price, what is left after it, and asks only for what is offered', async () => {
  const { catalogue, own, lantern } = open({ description: 'First line.\nSecond line.' })
  expect(await heading('Lantern Research')).toBeVisible()
  await see(/First line\.\s+Second line\./, 'None yet.', 'A licence key, at once. A copy goes to your email.')
  expect(screen.getByLabelText('What it costs')).toHaveTextContent(
    'Your balance87 tokensThis benefit−55Left after32 tokens',
  )
  expect(await redeem()).toBeEnabled()
  for (const name of ['What you get', 'Conditions', 'Who makes it'])
    expect(screen.queryByRole('heading', { name })).toBeNull()
  await seeLink('Browse Benefits', '/dashboard/benefits')
  const offered = { is_active: 'eq.true', or: '(closes_at.is.null,closes_at.gt.now)' }
  expect(catalogue.calls('benefits')[0]).toMatchObject({ id: `eq.${lantern.id}`, ...offered })
  const mine = { user_id: `eq.${memberId}`, benefit_id: `eq.${lantern.id}` }
  expect(queryParams(own.queries[0])).toMatchObject(mine)
})

it('shows what its owner wrote about it, each thing of a list once', async () => {
  open({
    what_you_get: 'Unlimited questions\n\nExport to documents\nExport to documents',
    conditions: 'For one person.',
    maker: 'Lantern\nFour librarians, since 2019.',
    maker_link: 'https://lantern.example/',
    estimated_value: 120,
  })
  await heading('Lantern Research')
  const items = (title: string) =>
    within(screen.getByRole('heading', { name: title }).closest('section')!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await see('Worth $120')
  expect(items('What you get')).toEqual(['Unlimited questions', 'Export to documents'])
  expect(items('How it arrives')[0]).toBe("In secondsA licence key, on your order's page.")
  expect(items('Conditions')).toEqual(['For one person.'])
  expect(items('Who makes it')).toEqual(['LanternFour librarians, since 2019.lantern.example'])
  await seeLink('lantern.example', 'https://lantern.example/')
})

const [soon, later] = [inDays(16.1), inDays(46)]
const key = { Delivered: 'A licence key, at once' }
const byHand = { Delivered: 'By hand, within 24-48 hours' }
const scarce = { units_left: 7, per_member_limit: 2, own_orders: 1, closes_at: later, estimated_value: 120 }
const near = inDays(2)

const factsOf: [Over, Record<string, string>][] = [
  [{}, key],
  [{ delivery_method: 'link' }, { Delivered: 'A link, at once' }],
  [{ delivery_method: 'file' }, { Delivered: 'A file, at once' }],
  [
    { delivery_method: 'manual', units_left: 1 },
    { ...byHand, 'In stock': '1 place left' },
  ],
  [
    { ...scarce, opens_at: inDays(-3) },
    {
      ...key,
      'In stock': '7 left',
      Limit: '2 per member, you have 1',
      Available: `until ${formatDate(later)}`,
      Worth: "$120 (the maker's price)",
    },
  ],
  [{ per_member_limit: 1 }, { ...key, Limit: '1 per member' }],
  [
    { opens_at: soon, closes_at: later, units_left: 7 },
    {
      ...key,
      'In stock': '7 keys on the first day',
      Available: `${formatDate(soon)} to ${formatDate(later)}`,
    },
  ],
  [
    { opens_at: soon, delivery_method: 'manual' },
    { ...byHand, 'In stock': '20 or more places on the first day', Available: `from ${formatDate(soon)}` },
  ],
  [
    { opens_at: soon, delivery_method: 'file', units_left: 7 },
    { Delivered: 'A file, at once', 'In stock': '7 on the first day', Available: `from ${formatDate(soon)}` },
  ],
  [{ closes_at: near }, { ...key, Available: `until ${formatNearTime(near, Date.now())}` }],
]

/** `method | texts` */
const arrivals = `
  key | As often as you like | Copy it again at any time, on any device. | Say so on the order. A key that is refused is replaced, or an admin answers within 24 hours.
  link | If it doesn't work | A link, on your order's page. | Open it again at any time, on any device. | Say so on the order. An admin answers within 24 hours.
  file | A file, on your order's page. | Download it again at any time, on any device.
  manual | In two places | Within 24-48 hours | Prepared by hand. You can cancel as long as it is pending. | On your order's page, and in an email to the address you choose. | By hand, within 24-48 hours. Cancelled orders are refunded.`

it('shows the facts of each kind of benefit, and links to its maker only by a web address', async () => {
  const { change } = open({ category_id: tools.id })
  await see('AI tools')
  for (const [over, expected] of factsOf) {
    await change(over)
    await waitFor(() => expect(facts()).toEqual(expected))
  }
  for (const line of arrivals.trim().split('\n')) {
    const [delivery_method = '', ...texts] = line.trim().split(' | ')
    await change({ delivery_method })
    await see(...texts)
  }
  await change({ maker: null, maker_link: 'https://lantern.example/' })
  await seeLink('lantern.example', 'https://lantern.example/')
  for (const maker_link of ['javascript:alert(1)', 'lantern.example']) {
    await change({ maker: 'Lantern', maker_link })
    await waitFor(() => expect(screen.queryByRole('link', { name: /lantern|alert/ })).toBeNull())
  }
})

it('says why it cannot be redeemed: the balance is too small, or it is not open yet', async () => {
  const { change } = open({}, [], 40)
  const cost = await screen.findByLabelText('What it costs')
  expect(cost).toHaveTextContent('Short by15 tokens')
  await seeLink('Get tokens', '/dashboard#more-tokens')
  expect(await button('Not Enough Tokens for Lantern Research')).toBeDisabled()
  await change({ opens_at: soon })
  const opening = `Opens ${formatDate(soon)} at ${formatTime(soon)}, in 16 days.`
  expect((await screen.findByText(/^Opens /)).parentElement).toHaveTextContent(opening)
  expect(await button('Tell me when it opens')).toBeVisible()
  expect(screen.getByLabelText('What it costs')).toHaveTextContent('Short by15 tokens')
  serveProfile({ current_tokens: 87 })
  await change({ opens_at: soon })
  await waitFor(() =>
    expect(screen.getByLabelText('What it costs')).toHaveTextContent('Would leave32 tokens'),
  )
})

it('subscribes to its return and unsubscribes, and warns of a notification that nobody would hear of', async () => {
  const own = { kind: 'favourites', in_app: false, by_email: true }
  const { queries } = serveRows('notification_preferences', [own])
  const { user, client, catalogue, lantern } = open({ units_left: 0 })
  const warning = 'Notifications about favourites are off'
  const subscribe = async () => {
    await user.click(await button('Tell me when it is back'))
    expect(await button('We will tell you when it is back')).toBeVisible()
  }
  const once = 'You get one notification when there are new ones.'
  await see('Sold out.', `${once} It does not hold a key for you.`)
  expect(facts()['In stock']).toBe('None left')
  await subscribe()
  await see(`You asked on ${formatDate('2026-11-15T09:00:00Z')}.`)
  expect(queryParams(queries[0])).toMatchObject({ kind: 'eq.favourites' })
  Object.assign(own, { in_app: true, by_email: false })
  await user.dblClick(await button('Do not tell me'))
  await see(/It does not hold a key for you\.$/)
  const sent = [true, false].map((p_wanted) => ({ p_benefit_id: lantern.id, p_wanted }))
  expect(catalogue.calls('ask_to_be_told')).toEqual(sent)
  await subscribe()
  expect(screen.queryByText(warning)).toBeNull()
  own.in_app = false
  await user.click(await button('Do not tell me'))
  await subscribe()
  await seeToast(warning, 'To be notified, switch them on in Your Profile, under Notifications.')
  catalogue.benefits = [{ ...lantern, delivery_method: 'manual', is_awaited: true }]
  await client.invalidateQueries()
  await see(`${once} It does not hold one for you.`, 'You asked.')
})

it('offers to redeem once the opening time passes while the page is open, until it closes', async () => {
  // Nothing is read again by itself.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const inSeconds = (seconds: number) => inDays(seconds / 86_400)
  const { catalogue } = open({ opens_at: inSeconds(25), closes_at: inSeconds(50) })
  const clock = heldTimer(25_000)
  const pass = () => {
    vi.setSystemTime(Date.now() + 25_000)
    clock.pass()
  }
  expect(await button('Tell me when it opens')).toBeVisible()
  pass()
  expect(await redeem()).toBeEnabled()
  catalogue.benefits = []
  pass()
  expect(await heading('Benefit not found')).toBeVisible()
  await see(
    'There is no benefit at this address.',
    'It may have left the catalogue. Your orders of it stay in your Order History.',
  )
  for (const link of screen.getAllByRole('link', { name: 'Browse Benefits' }))
    expect(link).toHaveAttribute('href', '/dashboard/benefits')
})

it('opens by the clock of the server, whatever that of the device says', async () => {
  const { catalogue, client } = open({ opens_at: inDays(-1), is_open: false })
  await see('Opens soon')
  Object.assign(catalogue.benefits[0]!, { opens_at: inDays(1), is_open: true })
  await client.invalidateQueries()
  expect(await redeem()).toBeEnabled()
})

it('keeps the distance to the opening true, and reads stock and limits again every 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const clock = heldTimer(60_000)
  const { catalogue } = open({ opens_at: inDays(2 / 24 + 0.5 / 1440) })
  await see(/, in 2 hours\./)
  vi.setSystemTime(Date.now() + 60_000)
  clock.pass()
  await see(/, in 1 hour\./)
  Object.assign(catalogue.benefits[0]!, { is_open: true, units_left: 0 })
  vi.advanceTimersByTime(30_000)
  await see('Sold out.')
})

it('lists the own orders, and links to the one of a member who has reached the limit', async () => {
  const own = order({ order_number: 'ORD-000007', status: 'delivered', unit: 'spent' })
  const cancelled = order({ status: 'cancelled', unit: 'returned', benefit_token_value: 55 })
  const { own: served, client, change } = open({ per_member_limit: 1, own_orders: 1 }, [cancelled, own])
  const on = formatDate(own.created_at)
  await see(`Yours since ${on}`, /^1 of 1 per member\. /)
  await seeLink('ORD-000007', `/dashboard/orders/${own.id}`)
  await seeLink('View your order', `/dashboard/orders/${own.id}`)
  expect(screen.queryByText(', with the invoice and what happened.')).toBeNull()
  const table = within(screen.getByRole('table', { name: 'Your orders of this benefit' }))
  expect(table.getAllByRole('row')[0]).toHaveTextContent(/^OrderStatusDateTokens$/)
  const row = within(table.getByRole('row', { name: /ORD-000148/ }))
  for (const text of ['Cancelled', 'returned']) expect(row.getByText(text)).toBeVisible()
  await see('A cancelled order does not count towards the limit.')
  Object.assign(served.rows[1]!, { delivery_kind: 'file' })
  await client.invalidateQueries()
  expect(await screen.findByRole('button', { name: /^Download\b/ })).toBeEnabled()
  await see(/^1 of 1 per member\. Your file is ready\.$/, ', with the invoice and what happened.')
  await seeLink('View your order', `/dashboard/orders/${own.id}`)
  const [returned] = served.rows.splice(0)
  await client.invalidateQueries()
  await see('Yours', '1 of 1 per member.')
  await seeLink('View your order', paths.orders)
  served.rows = [...Array(26)].map(() => ({ ...returned!, id: crypto.randomUUID() }))
  await change({ per_member_limit: null })
  await see('The newest 25 of 26.')
  expect(screen.queryByText(/does not count towards the limit/)).toBeNull()
})

it.each<[Over, string | RegExp]>([
  [{ opens_at: soon }, /^Opens /],
  [{ units_left: 0 }, 'Sold out.'],
  [{ per_member_limit: 1, own_orders: 1 }, /^1 of 1 per member\./],
])('opens no dialog, whatever its address asks for, for %o', async (over, reason) => {
  const { change } = open(over, [], 87, '?redeem')
  await see(reason)
  expect(screen.queryByRole('dialog')).toBeNull()
  await change({ opens_at: null, units_left: 20, own_orders: 0 })
  expect(await redeem()).toBeEnabled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('leads to paying until the membership is paid, and to the dialog once that is done (D61, D62)', async () => {
  const { own } = servePayments({ membership: { state: 'ended', must_pay: true, price: 9900 } })
  const { client, lantern } = open({}, [], 87, '?redeem')
  for (const [state, act, text] of [
    ['ended', 'Renew for $99', 'Your membership has ended. Redeeming opens with the next year.'],
    ['inactive', 'Pay $99', 'Redeeming opens once your membership is paid.'],
  ] as const) {
    Object.assign(own, { state })
    await client.invalidateQueries()
    await see(text)
    await seeLink(act, paths.payThenRedeem(lantern.id))
    expect(screen.queryByRole('button', { name: /^Redeem/ })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  Object.assign(own, { state: 'active', must_pay: false })
  await client.invalidateQueries()
  expect(await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false })).toBeVisible()
})

it('keeps the dialog that its address asks for when the benefit is sold out and leaves the catalogue', async () => {
  const { change, user } = open({}, [], 87, '?redeem')
  const dialog = await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false })
  await change({ units_left: 0 })
  await screen.findByText('Sold out.')
  expect(dialog).toBeVisible()
  await change()
  await screen.findByText('There is no benefit at this address.')
  expect(dialog).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('')
})

it('opens the page of an order that was delivered at once', async () => {
  const placed = order({ benefit_name: 'Lantern Research', delivery_method: 'key', status: 'delivered' })
  servePlacing(() => HttpResponse.json(placed, { status: 201 }))
  const { inside, press } = await openDialog(open().user, redeemButton, 'Redeem Lantern Research')
  expect(inside.getByText(/^A licence key, at once, on the page of your order/)).toBeVisible()
  await press(redeemButton)
  await see(`elsewhere: /dashboard/orders/${placed.id}`)
  const text = 'Lantern Research will be delivered to tamsin@ferreira.example.'
  await seeToast('Order Placed Successfully!', text)
  expect(screen.queryByRole('button', { name: 'View order' })).toBeNull()
})
