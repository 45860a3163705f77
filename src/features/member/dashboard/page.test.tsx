import { screen, within } from '@testing-library/react'
import { order, transaction, uuid } from '@tests/support/builders'
import { type CatalogueBenefit, catalogueBenefit, serveCatalogue } from '@tests/support/catalogue-api'
import { broken, serveProfile, serveRows } from '@tests/support/member-api'
import { notice, serveNotices } from '@tests/support/notices-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { Outlet, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { DashboardPage } from './page'

const bonus = (over: Parameters<typeof transaction>[0] = {}) => ({ ...transaction(over), order: null })
const redemption = (over: Parameters<typeof transaction>[0], about: Parameters<typeof order>[0] = {}) => ({
  ...transaction({ transaction_type: 'redemption', order_id: uuid(), ...over }),
  order: { ...order(about), benefit: null },
})

/** The oldest first. */
const entries = () => [
  bonus({ balance_after: 143, description: 'Fourth' }),
  redemption({ amount: -35, balance_after: 108 }, { benefit_name: null }),
  bonus({
    transaction_type: 'adjustment',
    amount: 4,
    balance_after: 112,
    description: 'From Guildhall',
    reason: 'Goodwill',
  }),
  redemption({ amount: -25, balance_after: 87 }),
]

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const prices = [40, 55, 60, 80, 90, 120]
const none = { received: 0, received_count: 0, spent: 0, spent_count: 0 }
const totals = { received: 1274, received_count: 1007, spent: 1187, spent_count: 400 }

type Served = {
  profile?: Parameters<typeof serveProfile>[0]
  ledger?: object[]
  totals?: typeof none
  orders?: Parameters<typeof order>[0][]
  prices?: number[]
  /** By price. */
  benefits?: Record<number, Partial<CatalogueBenefit>>
  unread?: number
  /** Tables and functions that fail. */
  failing?: string[]
}

function open(served: Served = {}) {
  const profile = serveProfile(served.profile)
  const benefits = (served.prices ?? prices).map((token_value) => ({
    name: `For ${token_value}`,
    token_value,
    ...served.benefits?.[token_value],
  }))
  serveCatalogue(benefits.map(catalogueBenefit), served.profile?.current_tokens)
  serveRows('orders', (served.orders ?? []).map(order))
  const ledger = serveRows('token_transactions', served.ledger ?? entries())
  serveNotices(Array.from({ length: served.unread ?? 0 }, () => notice()))
  server.use(http.post('*/rest/v1/rpc/my_totals', () => HttpResponse.json(served.totals ?? totals)))
  for (const name of served.failing ?? []) server.use(http.all(`*/rest/v1/${name}`, () => broken()))
  const openNotices = vi.fn()
  const page = (
    <Routes>
      <Route element={<Outlet context={{ openNotices }} />}>
        <Route path="*" element={<DashboardPage />} />
      </Route>
    </Routes>
  )
  return { ...renderPage(page, { path: '/dashboard' }), profile, ledger, openNotices }
}

const section = (name: string) =>
  within(screen.getByRole('heading', { name }).closest('section') ?? document.body)

beforeEach(() => signInAs())

it('welcomes the member by first name', async () => {
  open({ profile: { name: 'Tamsin Aurelia Ferreira-Montgomery' } })
  expect(await screen.findByRole('heading', { name: 'Welcome, Tamsin' })).toBeVisible()
})

it('shows the balance, its exact totals, the number of transactions, and the line', async () => {
  open()
  expect(await screen.findByText('87 tokens')).toBeInTheDocument()
  expect(await screen.findByText('+1,274')).toBeVisible()
  expect(await screen.findByText('−1,187')).toBeVisible()
  expect(await screen.findByText('1,407')).toBeVisible()
  expect(screen.getByText('Total transactions')).toBeVisible()
  const label = /^Balance from 143 on .* to 87 today, highest 143 on/
  expect(await screen.findByRole('img', { name: label })).toBeVisible()
})

it('shows the end of the membership and the days remaining', async () => {
  const end = new Date(Date.now() + 285.5 * 86_400_000).toISOString()
  open({ profile: { membership_end_date: end } })
  expect(await screen.findByText('286 days remaining')).toBeVisible()
  expect(screen.getByText('Pro Member')).toBeVisible()
  expect(screen.getByText(`Until ${formatDate(end)}`)).toBeVisible()
  expect(screen.getByRole('img', { name: /of \d+ days used/ })).toBeVisible()
})

it('lists three recent transactions with the balance after each', async () => {
  open()
  const vault = within(await screen.findByRole('row', { name: /Keystone Vault/ }))
  expect(vault.getByText(/^Redemption/)).toHaveTextContent('Redemption · ORD-000148')
  const link = vault.getByRole('link', { name: 'ORD-000148' })
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/dashboard\/orders\/[0-9a-f-]{36}$/))
  expect(vault.getByText('−25')).toBeVisible()
  expect(vault.getByText('87')).toBeVisible()
  expect(screen.getByRole('row', { name: /From Guildhall/ })).toHaveTextContent('+4')
  expect(screen.getByText('Adjustment · Goodwill')).toBeVisible()
  expect(screen.getByRole('row', { name: /Unknown Benefit/ })).toHaveTextContent('−35')
  expect(screen.queryByText('Fourth')).toBeNull()
  const all = screen.getByRole('link', { name: 'Token History' })
  expect(all).toHaveAttribute('href', '/dashboard/transactions')
})

it('shows a new transaction after an invalidation', async () => {
  const { client, ledger } = open()
  await screen.findByRole('row', { name: /Keystone Vault/ })
  ledger.rows = [bonus({ description: 'Token code BONUS050', transaction_type: 'redemption' })]
  await client.invalidateQueries({ queryKey: ['transactions'] })
  expect(await screen.findByRole('row', { name: /Token code BONUS050/ })).toBeVisible()
})

it('shows the text of a signup bonus once', async () => {
  open({ ledger: [bonus()] })
  const row = within(await screen.findByRole('row', { name: /Signup bonus/ }))
  expect(row.getByText('Welcome to Guildhall')).toBeVisible()
  expect(row.getAllByText(/Signup bonus/)).toHaveLength(1)
})

it('links to the other pages, with exact counts', async () => {
  open()
  await screen.findByText('6 benefits, 4 you can redeem today')
  const links = section('Quick actions').getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/benefits',
    '/dashboard/redeem',
    '/dashboard/orders',
    '/dashboard/profile',
  ])
})

it.each([
  [87, prices, [55, 60, 80, 90]],
  [200, [10, 20, 30, 40, 50, 60, 70, 80], [50, 60, 70, 80]],
  [75, [10, 20, 30, 40, 50, 60, 70, 80], [50, 60, 70, 80]],
  [35, [10, 20, 30, 40, 50, 60, 70, 80], [10, 20, 30, 40]],
  [5, [10, 20, 30, 40, 50, 60, 70, 80], [10, 20, 30, 40]],
])('shows the four benefits nearest to a balance of %i', async (current_tokens, all, nearest) => {
  open({ profile: { current_tokens }, prices: all })
  await screen.findAllByRole('article')
  const names = section('Nearest to your balance').getAllByRole('heading', { level: 3 })
  expect(names.map((name) => name.textContent)).toEqual(nearest.map((price) => `For ${price}`))
})

it('offers and counts nothing that cannot be redeemed now', async () => {
  open({
    benefits: {
      55: { opens_at: inHours(1) },
      60: { per_member_limit: 1, own_orders: 1 },
      80: { units_left: 0 },
    },
  })
  expect(await screen.findByRole('link', { name: 'Redeem For 40' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'For 40',
    'For 90',
    'For 120',
  ])
  expect(await screen.findByText('6 benefits, 1 you can redeem today')).toBeVisible()
})

it('links to an affordable benefit, and disables one that is not', async () => {
  open()
  const link = await screen.findByRole('link', { name: 'Redeem For 80' })
  expect(link).toHaveAttribute('href', '/dashboard/benefits?q=For+80')
  expect(screen.getByRole('button', { name: 'Not Enough Tokens for For 90' })).toBeDisabled()
})

it.each([
  [200, 'Balance since you joined'],
  [201, 'Balance over your latest entries'],
])('draws %i entries as the "%s"', async (count, heading) => {
  open({ ledger: Array.from({ length: count }, () => bonus()) })
  await screen.findByRole('img', { name: /^Balance from/ })
  expect(screen.getByRole('heading', { name: heading })).toBeVisible()
})

it('shows the empty states of a new account', async () => {
  open({ profile: { membership_end_date: null }, ledger: [], totals: none, prices: [] })
  expect(await screen.findByText('No transactions yet.')).toBeVisible()
  expect(screen.getByText('Nothing has been entered yet.')).toBeVisible()
  expect(screen.getByText('Until Unknown')).toBeVisible()
  expect(await screen.findByText('There are no benefits yet.')).toBeVisible()
})

const now = () => within(screen.getByRole('list', { name: 'Now' }))

/** The link that says what the member waits for, once it says `text`. */
const underWay = async (text: string) => (await now().findByText(text)).closest('a')

it('links to the order under way, and says when it is due', async () => {
  const [mine, done] = [order({ due_at: inHours(200) }), order({ status: 'delivered', due_at: inHours(1) })]
  open({ orders: [done, mine] })
  const link = await underWay(mine.benefit_name ?? '')
  expect(link).toHaveTextContent(/Under way, due .+\d/)
  expect(link).toHaveAttribute('href', `/dashboard/orders/${mine.id}`)
})

it('counts several orders under way, and names the time of the one due first', async () => {
  open({ orders: [order({ due_at: inHours(30) }), order({ status: 'processing', due_at: inHours(-3.5) })] })
  const link = await underWay('2 orders under way')
  expect(link).toHaveTextContent('The next is late by 3 hours')
  expect(link).toHaveAttribute('href', '/dashboard/orders')
})

it('links a new member to the first order', async () => {
  open({ totals: none })
  const link = await underWay('Choose your first benefit')
  expect(await within(link ?? document.body).findByText('4 benefits you can redeem today')).toBeVisible()
  expect(link).toHaveAttribute('href', '/dashboard/benefits')
})

it.each<[text: string, Served]>([
  ['No order under way', { orders: [{ status: 'cancelled' }] }],
  ['No order under way', { failing: ['rpc/my_totals'] }],
  ['What is under way could not be loaded.', { failing: ['orders'] }],
])("links to the orders with '%s'", async (text, served) => {
  open(served)
  expect(await underWay(text)).toHaveAttribute('href', '/dashboard/orders')
})

it('counts the unread notices, and opens them', async () => {
  const { user, openNotices } = open({ unread: 3 })
  await user.click(await now().findByRole('button', { name: /^3 unread notices/ }))
  expect(openNotices).toHaveBeenCalledOnce()
})

it('says that there is no new notice', async () => {
  open()
  expect(await now().findByRole('button', { name: 'Notices Nothing new' })).toBeVisible()
})
