import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memberId, order, transaction, uuid } from '@tests/support/builders'
import { type CatalogueBenefit, catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { openDialog } from '@tests/support/dialogs'
import { servePlacing, serveProfile, serveRows } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { queryParams, see, seeLink } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { DashboardPage } from './page'

const bonus = (over: Parameters<typeof transaction>[0] = {}) => ({ ...transaction(over), order: null })
const redemption = (over: Parameters<typeof transaction>[0], about: Parameters<typeof order>[0] = {}) => ({
  ...transaction({ transaction_type: 'redemption', order_id: uuid(), ...over }),
  order: { ...order(about), benefit: null },
})
const goodwill = { transaction_type: 'adjustment', description: 'From Guildhall', reason: 'Goodwill' }

/** The oldest first. */
const entries = () => [
  bonus({ balance_after: 143 }),
  redemption({ amount: -35, balance_after: 108 }, { benefit_name: null }),
  bonus({ ...goodwill, amount: 4, balance_after: 112 }),
  redemption({ amount: -25, balance_after: 87 }),
]

const priced = (...prices: number[]) => prices.map((token_value) => ({ token_value }))

const none = { received: 0, received_count: 0, spent: 0, spent_count: 0 }
const totals = { received: 1274, received_count: 1007, spent: 1187, spent_count: 400 }

type Served = {
  profile?: Parameters<typeof serveProfile>[0]
  ledger?: object[]
  totals?: typeof none
  orders?: object[]
  /** What can be redeemed, the highest price first, and what costs more than the balance. */
  redeemable?: Partial<CatalogueBenefit>[]
  favourites?: Partial<CatalogueBenefit>[]
  dearer?: Partial<CatalogueBenefit>[]
  invitations?: { remaining: number; bonus: number }
  packs?: object[]
}

/** Serves the dashboard; again, for another state of it. */
function serve({
  redeemable = priced(80, 60, 55, 40),
  favourites = [],
  dearer = priced(90, 120),
  ...served
}: Served = {}) {
  serveProfile(served.profile)
  const catalogue = serveCatalogue([], { all: 6, affordable: redeemable.length })
  const benefits = (rows: Partial<CatalogueBenefit>[]) =>
    rows.map((row) => ({
      ...catalogueBenefit({ name: `For ${row.token_value}`, ...row }),
      is_open: !row.opens_at,
    }))
  const [marked, below, above] = [benefits(favourites), benefits(redeemable), benefits(dearer)]
  const asked: object[] = []
  const orders = serveRows<object>('orders', served.orders ?? [])
  serveRows<object>('token_packs', served.packs ?? [])
  const ledger = serveRows('token_transactions', served.ledger ?? entries())
  server.use(
    http.get('*/rpc/browse_benefits', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      asked.push(query)
      return HttpResponse.json(query.p_favourites ? marked : query.p_affordable ? below : above)
    }),
    http.post('*/rest/v1/rpc/my_invitations', () =>
      HttpResponse.json({
        code: null,
        quota: 3,
        until: inHours(99),
        invitations: [],
        ...(served.invitations ?? { remaining: 3, bonus: 15 }),
      }),
    ),
    http.post('*/rest/v1/rpc/my_totals', () => HttpResponse.json(served.totals ?? totals)),
  )
  return { orders, ledger, catalogue, asked }
}

function open(served?: Served, hash = '') {
  const found = serve(served)
  const { user, client } = renderPage(<DashboardPage />, { path: '/dashboard', route: `/dashboard${hash}` })
  const change = async (next: Served) => {
    const { asked } = serve(next)
    await client.invalidateQueries()
    return asked
  }
  return { ...found, user, change }
}

beforeEach(() => signInAs())

const cards = async () => {
  await screen.findAllByRole('article')
  return screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
}
const seeCards = (prices: string[]) =>
  waitFor(async () => expect(await cards()).toEqual(prices.map((price) => `For ${price}`)))

it('welcomes the member, with balance, totals, line, membership, three recent transactions, and links to the other pages', async () => {
  const end = new Date(Date.now() + 285.5 * 86_400_000).toISOString()
  const start = new Date(Date.now() - 79.6 * 86_400_000).toISOString()
  const name = 'Tamsin Aurelia Ferreira-Montgomery'
  const { ledger } = open({ profile: { name, membership_start_date: start, membership_end_date: end } })
  expect(await screen.findByRole('heading', { name: 'Welcome, Tamsin' })).toBeVisible()
  expect(await screen.findByText('87 tokens')).toBeInTheDocument()
  await see('+1,274', '−1,187', '1,407', 'Total transactions')
  const label = /^Balance from 143 on .* to 87 today, highest 143 on/
  expect(await screen.findByRole('img', { name: label })).toBeVisible()
  await see('286 days remaining', 'Pro Member', `Until ${formatDate(end)}`)
  expect(screen.getByRole('img', { name: '79 of 365 days used' })).toBeVisible()
  await cards()
  expect(screen.queryByRole('heading', { name: 'Ready or under way' })).toBeNull()
  const vault = within(await screen.findByRole('row', { name: /Keystone Vault/ }))
  expect(vault.getByText(/^Spent/)).toHaveTextContent('Spent · ORD-000148')
  const link = vault.getByRole('link', { name: 'ORD-000148' })
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/dashboard\/orders\/[0-9a-f-]{36}$/))
  expect(vault.getByText('−25')).toBeVisible()
  expect(vault.getByText('87')).toBeVisible()
  expect(screen.getByRole('row', { name: /From Guildhall: Goodwill/ })).toHaveTextContent('+4')
  expect(screen.getByRole('row', { name: /Unknown Benefit/ })).toHaveTextContent('−35')
  expect(screen.getAllByRole('row').slice(1)).toHaveLength(3)
  await seeLink('Token History', '/dashboard/transactions')
  const mine = { account_id: `eq.${memberId}`, order: 'seq.desc' }
  for (const query of ledger.queries) expect(queryParams(query)).toMatchObject(mine)
  const headings = screen.getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    ...['Within reach', 'Token balance', 'Balance since you joined', 'Membership', 'Total transactions'],
    ...['Term', 'Recent transactions', 'Quick actions'],
  ])
  await see('6 benefits, 4 you can redeem today')
  const actions = screen.getByRole('heading', { name: 'Quick actions' }).closest('section')!
  const links = within(actions).getAllByRole('link')
  const paths = ['benefits', 'redeem', 'orders', 'profile'].map((path) => `/dashboard/${path}`)
  expect(links.map((link) => link.getAttribute('href'))).toEqual(paths)
})

it('shows within reach, by price, the dearest, favourites first, and owned ones only if they are all', async () => {
  const { asked, change } = open({ redeemable: priced(80, 70, 60, 50, 40) })
  await seeCards(['50', '60', '70', '80'])
  expect(screen.getByRole('heading', { name: 'Within reach' })).toBeVisible()
  const dearestFirst = { p_affordable: 'true', p_sort: 'price-down' }
  expect(asked).toEqual([
    { ...dearestFirst, p_favourites: 'true', p_limit: '12' },
    { ...dearestFirst, p_limit: '24' },
  ])
  await change({ favourites: priced(12), redeemable: priced(80, 70, 60, 50) })
  await seeCards(['12', '60', '70', '80'])
  const owned = { token_value: 80, own_orders: 1 }
  await change({ redeemable: [owned, ...priced(70, 60, 50, 40)] })
  await seeCards(['40', '50', '60', '70'])
  await change({ redeemable: [owned] })
  await seeCards(['80'])
})

it('redeems what is within reach in place, and opens the order', async () => {
  const placed = order({ benefit_name: 'For 80' })
  servePlacing(() => HttpResponse.json(placed, { status: 201 }))
  const { user } = open()
  const { press } = await openDialog(user, 'Redeem For 80 for 80 tokens', 'Redeem For 80')
  await press('Redeem for 80 tokens')
  await see(`elsewhere: /dashboard/orders/${placed.id}`)
  await seeToast('Order Placed Successfully!', 'For 80 will be delivered to tamsin@ferreira.example.')
})

it('asks a new member to choose a first benefit: of what arrives at once, else the nearest', async () => {
  const membership_start_date = '2026-03-04T09:00:00Z'
  const isNew = { profile: { current_tokens: 25, membership_start_date }, totals: none, ledger: [bonus()] }
  const { change } = open({ ...isNew, redeemable: priced(25, 20, 15, 12) })
  await see('You have 25 tokens. Choose your first benefit.', /^You see what is left/)
  await seeCards(['12', '15', '20'])
  await seeLink('See all 6 benefits', '/dashboard/benefits')
  expect(screen.queryByRole('heading', { name: 'Balance since you joined' })).toBeNull()
  await see('Token balance', 'Membership', 'Total transactions', `since ${formatDate(membership_start_date)}`)
  const row = within(await screen.findByRole('row', { name: /Welcome to Guildhall/ }))
  expect(row.getByText('Welcome')).toBeVisible()
  expect(screen.queryByText(/bonus/i)).toBeNull()
  const atOnce = [
    { token_value: 25, delivery_method: 'key' },
    { token_value: 20, delivery_method: 'file' },
  ]
  await change({ ...isNew, redeemable: [...atOnce, ...priced(15)] })
  await see(/^These arrive in seconds\. You see/)
  await seeCards(['20', '25'])
  serveMembership({ state: 'inactive', must_pay: true, price: 9900 })
  await change({ ...isNew, redeemable: atOnce.slice(0, 1) })
  await see('This one arrives in seconds. Redeeming opens with the payment.')
})

it('shows the ways to more tokens where the balance buys nothing, and what is next', async () => {
  const [profile, opens_at] = [{ current_tokens: 5 }, inHours(200)]
  const dearer = [
    ...priced(12),
    { token_value: 15, opens_at },
    { token_value: 20, own_orders: 1, per_member_limit: 1 },
  ]
  const { asked, change, user } = open({ profile, redeemable: [], dearer })
  await see('The next you could have')
  await see('You have 5 tokens. Two ways to get more', '7 short', /^opens /, 'yours, 1 of 1')
  expect(await cards()).toEqual(['Enter a code', 'Invite a colleague', 'For 12', 'For 15', 'For 20'])
  expect(screen.getByRole('button', { name: 'Not Enough Tokens for For 12' })).toBeDisabled()
  await seeLink('Invite a colleague', '/dashboard/invite')
  await see('When they join and order. They receive 15 as well. You have 3 invitations left.')
  expect(asked.at(-1)).toEqual({ p_key_value: '5', p_key_id: 'f'.repeat(32), p_limit: '4' })
  const empty = { profile: { current_tokens: 0 }, redeemable: [] }
  await change({ ...empty, invitations: { remaining: 0, bonus: 15 } })
  await see(
    'You have 0 tokens. A code brings more',
    'From Guildhall, a partner or an event. The tokens are yours at once.',
  )
  server.use(
    http.post('*/rpc/redeem_code', () => HttpResponse.json({ ok: true, token_value: 50, balance: 50 })),
  )
  fireEvent.change(screen.getByLabelText('Token code'), { target: { value: 'R9CL5HX3' } })
  await user.click(screen.getByRole('button', { name: 'Add tokens' }))
  await seeToast('Code Redeemed Successfully!', "You've received 50 tokens.")
  // Where the owner sells them (D65).
  serveMembership({ state: 'active', sells_tokens: true })
  await change({
    ...empty,
    packs: [{ tokens: 20, price: 900, is_on_sale: false }, pack],
  })
  await see(
    'You have 0 tokens. Three ways to get more',
    '$20, in your balance as soon as the payment is confirmed.',
  )
  await seeLink('Buy tokens', '/dashboard/membership')
  await change({ ...empty, invitations: { remaining: 3, bonus: 0 }, packs: [pack], dearer: [] })
  await see('You have 0 tokens. Two ways to get more')
  expect(screen.queryByText('The next you could have')).toBeNull()
})

it('shows the ways to more tokens above what is within reach to who asked for them', async () => {
  open({}, '#more-tokens')
  await see('You have 87 tokens. Two ways to get more', 'Within reach')
})

const pack = { tokens: 50, price: 2000, is_on_sale: true }

const serveMembership = (membership: object) =>
  server.use(http.post('*/rpc/my_membership', () => HttpResponse.json({ payments: 'live', ...membership })))

it('offers nothing to redeem until the membership is paid, but to look at it (D61, D62)', async () => {
  const unpaid = { must_pay: true, price: 9900, sells_tokens: false }
  const served = { redeemable: priced(80, 60), profile: { membership_end_date: inHours(-50) } }
  serveMembership({ ...unpaid, state: 'ended' })
  const { change } = open(served)
  await see('Within reach when you renew', '6 benefits, to read until you renew')
  expect(await screen.findAllByText('after renewal')).toHaveLength(2)
  const view = screen.getByRole('link', { name: 'View For 80' })
  expect(view).toHaveAttribute('href', expect.stringMatching('^/dashboard/benefits/'))
  expect(screen.queryByRole('button', { name: /^Redeem/ })).toBeNull()
  await see(
    `Your membership ended on ${formatDate(inHours(-50))}`,
    'What you received and your tokens stay. Redeeming opens with the next year.',
  )
  await seeLink('Renew $99', '/dashboard/membership')
  serveMembership({ ...unpaid, state: 'inactive' })
  await change(served)
  await see('Within reach when you pay', '6 benefits, to read until you pay')
  expect(await screen.findAllByText('after payment')).toHaveLength(2)
  await see('Your membership is not active yet', 'Look around. Redeeming opens with the payment.')
  await seeLink('Pay $99', '/dashboard/membership')
  serveMembership({ ...unpaid, must_pay: false, state: 'ending' })
  await change({ profile: { membership_end_date: inHours(50) } })
  await see(`Your membership ends on ${formatDate(inHours(50))}, in 3 days`, 'Renewed now, no day is lost.')
  await seeLink('Renew $99', '/dashboard/membership')
  serveMembership({ state: 'ended', payments: 'off' })
  await change(served)
  await waitFor(() => expect(screen.queryByText(/^Your membership e/)).toBeNull())
})

it('draws up to 200 entries since the member joined, else the latest, and none of a new account', async () => {
  const ledger = Array.from({ length: 200 }, () => bonus())
  const { change } = open({ ledger })
  await screen.findByRole('img', { name: /^Balance from/ })
  await see('Balance since you joined')
  await change({ ledger: [...ledger, bonus()], totals: { ...totals, received: 0 } })
  await see('Balance over your latest transactions')
  const received = screen.getByText('Received').nextElementSibling
  await waitFor(() => expect(received).toHaveTextContent(/^0\b/))
  const profile = { name: '', membership_end_date: null }
  await change({ profile, ledger: [], totals: { ...none, spent_count: 1 }, redeemable: [], dearer: [] })
  await see(
    'Welcome',
    'No transactions yet.',
    'Your first transaction will appear here.',
    'Until Unknown',
    'Nothing has been entered yet.',
  )
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const computed = { benefit: null, made_by: null, delivery_kind: null, is_unopened: false }
const served = (over: Parameters<typeof order>[0] & Partial<Record<keyof typeof computed, unknown>>) => ({
  ...order(over),
  ...computed,
  ...over,
})

it('shows what is ready or under way first, the unopened and the late ones before others, with one action each', async () => {
  const rows = [
    served({ benefit_name: 'Under way', due_at: inHours(30) }),
    served({ benefit_name: 'Late', due_at: inHours(-3.5), credit_rate: 1, credit_cap: 10 }),
    served({ benefit_name: 'Opened', status: 'delivered', delivery_kind: 'file' }),
    served({ benefit_name: 'New', status: 'delivered', delivery_kind: 'key', is_unopened: true }),
    served({ benefit_name: 'Older', status: 'delivered', delivery_kind: 'message' }),
  ]
  server.use(http.post('*/rest/v1/rpc/late_credit_left', () => HttpResponse.json(20)))
  const { orders } = open({ orders: rows })
  const section = (await screen.findByRole('heading', { name: 'Ready or under way' })).closest('section')!
  await within(section).findByRole('button', { name: /^Copy key/ })
  await waitFor(() => expect(within(section).getByText('. 3 tokens back so far')).toBeVisible())
  const items = within(section)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(items).toEqual([
    'NewYour key is readyCopy key: NewCopied',
    'LateLate by 3 hours. 3 tokens back so farView: Late',
    expect.stringMatching(/^Under wayArrives by .*View: Under way$/),
    'OpenedYour file is readyDownload: Opened',
  ])
  await seeLink('New', `/dashboard/orders/${rows[3]?.id}`)
  const mine = orders.queries.map(queryParams)
  expect(mine[0]).toMatchObject({
    user_id: `eq.${memberId}`,
    status: 'in.(pending,processing)',
    order: 'due_at.asc,id.asc',
  })
  expect(mine[1]).toMatchObject({ status: 'in.(completed,delivered)', order: 'updated_at.desc,id.asc' })
})
