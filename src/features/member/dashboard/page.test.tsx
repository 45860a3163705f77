import { screen, waitFor, within } from '@testing-library/react'
import { benefit, order, transaction } from '@tests/support/builders'
import { broken, rowsAnswer, serveBenefits, serveProfile } from '@tests/support/member-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { DashboardPage } from './page'

const own = (over: Parameters<typeof transaction>[0], about: Parameters<typeof order>[0] | null = null) => ({
  ...transaction({ order_id: about ? memberId : null, ...over }),
  order: about ? { ...order(about), benefit: null } : null,
})

const ledger = () => [
  own({ transaction_type: 'redemption', amount: -25, balance_after: 87 }, {}),
  own({
    transaction_type: 'adjustment',
    amount: 4,
    balance_after: 112,
    description: 'Adjustment by H. Vos',
    reason: 'Goodwill',
  }),
  own({ transaction_type: 'redemption', amount: -35, balance_after: 108 }, { benefit_name: null }),
  own({ amount: 25, balance_after: 143, description: 'Fourth' }),
]

const totals = { received: 1274, received_count: 1007, spent: 1187, spent_count: 400 }

/** Serves every part of the page. */
function serve(over: Parameters<typeof serveProfile>[0] = {}) {
  const served = { profile: serveProfile(over), entries: ledger(), totals, underWay: 2 }
  serveBenefits(
    [40, 55, 60, 80, 90, 120].map((token_value) => benefit({ name: `For ${token_value}`, token_value })),
  )
  server.use(
    http.get('*/rest/v1/token_transactions', () => rowsAnswer(served.entries)),
    http.post('*/rest/v1/rpc/my_totals', () => HttpResponse.json(served.totals)),
    http.get('*/rest/v1/orders', () => rowsAnswer([{}], served.underWay)),
  )
  return served
}

const open = () => renderPage(<DashboardPage />, { path: '/dashboard' })
const section = (name: string) => screen.getByRole('heading', { name }).closest('section') ?? document.body

beforeEach(() => signInAs())

it('welcomes by first name, however long the name', async () => {
  serve({ name: 'Tamsin Aurelia Ferreira-Montgomery' })
  open()
  expect(await screen.findByRole('heading', { name: 'Welcome, Tamsin' })).toBeVisible()
})

it('shows the balance as a sum of what was received and spent, exact from the server', async () => {
  serve({ current_tokens: 87 })
  open()
  expect(await screen.findByText('87 tokens')).toBeInTheDocument()
  expect(await screen.findByText('+1,274')).toBeVisible()
  expect(await screen.findByText('−1,187')).toBeVisible()
})

it('counts every transaction, not the loaded five', async () => {
  serve()
  open()
  expect(await screen.findByText('1,407')).toBeVisible()
  expect(await screen.findByText('Total transactions')).toBeVisible()
})

it('says Pro Member, until the end date, and the days that remain', async () => {
  const end = new Date(Date.now() + 285.5 * 86_400_000).toISOString()
  serve({ membership_end_date: end })
  open()
  expect(await screen.findByText('286 days remaining')).toBeVisible()
  expect(screen.getByText('Pro Member')).toBeVisible()
  expect(screen.getByText(`Until ${formatDate(end)}`)).toBeVisible()
  expect(screen.getByRole('img', { name: /of \d+ days used/ })).toBeVisible()
})

it('says Until Unknown and Active without an end date, and Expired after it', async () => {
  const served = serve({ membership_end_date: null })
  const { client } = open()
  expect(await screen.findByText('Until Unknown')).toBeVisible()
  expect(screen.getByText('Active')).toBeVisible()
  served.profile.profile = { ...served.profile.profile, membership_end_date: '2026-01-01T00:00:00Z' }
  await client.invalidateQueries({ queryKey: ['profiles'] })
  expect(await screen.findByText('Expired')).toBeVisible()
})

it('lists three recent transactions with the balance after each', async () => {
  serve()
  open()
  const vault = await screen.findByRole('row', { name: /Keystone Vault/ })
  expect(within(vault).getByText(/^Redemption/)).toHaveTextContent('Redemption · ORD-000148')
  expect(within(vault).getByRole('link', { name: 'ORD-000148' })).toHaveAttribute(
    'href',
    '/dashboard/orders?q=ORD-000148',
  )
  expect(within(vault).getByText('−25')).toBeVisible()
  expect(within(vault).getByText('87')).toBeVisible()
  expect(screen.getByRole('row', { name: /Adjustment by H. Vos/ })).toHaveTextContent('+4')
  expect(screen.getByText('Adjustment · Goodwill')).toBeVisible()
  expect(screen.getByRole('row', { name: /Unknown Benefit/ })).toHaveTextContent('−35')
  expect(screen.queryByText('Fourth')).toBeNull()
  expect(screen.getByRole('link', { name: 'Token History' })).toHaveAttribute(
    'href',
    '/dashboard/transactions',
  )
})

it('shows a transaction that came meanwhile, as the live channel asks it to', async () => {
  const served = serve()
  const { client } = open()
  await screen.findByRole('row', { name: /Keystone Vault/ })
  served.entries = [own({ description: 'Token code BONUS050', transaction_type: 'redemption' }), ...ledger()]
  await client.invalidateQueries({ queryKey: ['transactions'] })
  expect(await screen.findByRole('row', { name: /Token code BONUS050/ })).toBeVisible()
})

it('leads to the other pages, with exact counts', async () => {
  serve({ current_tokens: 87 })
  open()
  await screen.findByText('6 benefits, 4 within your balance')
  expect(await screen.findByText('2 orders under way')).toBeVisible()
  const links = within(section('Quick actions')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/benefits',
    '/dashboard/redeem',
    '/dashboard/orders',
    '/dashboard/profile',
  ])
})

it('shows the four benefits nearest to the balance', async () => {
  serve({ current_tokens: 87 })
  open()
  await screen.findByRole('heading', { name: 'For 80' })
  const names = within(section('Nearest to your balance')).getAllByRole('heading', { level: 3 })
  expect(names.map((name) => name.textContent)).toEqual(['For 55', 'For 60', 'For 80', 'For 90'])
  expect(screen.getByRole('link', { name: 'Redeem For 80' })).toHaveAttribute(
    'href',
    '/dashboard/benefits?q=For+80',
  )
  expect(screen.getByRole('button', { name: 'Not Enough Tokens for For 90' })).toBeDisabled()
})

it('draws the line of the balance and says it in words', async () => {
  serve({ current_tokens: 87 })
  open()
  const line = await screen.findByRole('img', { name: /^Balance from 143 on .* to 87 today, highest 143 on/ })
  expect(line).toBeVisible()
  expect(screen.getByText('Balance since you joined')).toBeVisible()
})

it('shows a new account: nothing entered, no orders, no benefits', async () => {
  const served = serve({ current_tokens: 25 })
  served.entries = []
  served.totals = { received: 0, received_count: 0, spent: 0, spent_count: 0 }
  served.underWay = 0
  serveBenefits([])
  open()
  expect(await screen.findByText('No transactions yet.')).toBeVisible()
  expect(screen.getByText('Nothing has been entered yet.')).toBeVisible()
  expect(await screen.findByText('There are no benefits yet.')).toBeVisible()
  expect(screen.getByText('Status and invoices')).toBeVisible()
})

it('draws the shape to come while it loads', async () => {
  server.use(http.all('*/rest/v1/*', () => delay('infinite')))
  open()
  expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeVisible()
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
})

it('keeps every other part when one fails, and tries that one again', async () => {
  const served = serve({ current_tokens: 87 })
  server.use(
    http.post('*/rest/v1/rpc/my_totals', () => broken()),
    http.get('*/rest/v1/token_transactions', () => broken()),
    http.get('*/rest/v1/benefits', () => broken()),
    http.get('*/rest/v1/orders', () => broken()),
  )
  const { user } = open()
  expect(await screen.findByText('Received and spent could not be loaded.')).toBeVisible()
  expect(screen.getByText('The total could not be loaded.')).toBeVisible()
  expect(await screen.findByText('Recent transactions could not be loaded.')).toBeVisible()
  expect(screen.getByText('The line could not be loaded.')).toBeVisible()
  expect(await screen.findByText('Benefits could not be loaded.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Welcome, Tamsin' })).toBeVisible()
  expect(screen.getByText('87 tokens')).toBeInTheDocument()
  expect(screen.getByText('Status and invoices')).toBeVisible()
  server.use(http.get('*/rest/v1/token_transactions', () => rowsAnswer(served.entries)))
  const failed = section('Recent transactions')
  await user.click(within(failed).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(within(failed).getByText('Keystone Vault')).toBeVisible())
  expect(screen.getByText('Benefits could not be loaded.')).toBeVisible()
})
