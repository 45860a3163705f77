import { screen, waitFor, within } from '@testing-library/react'
import { memberId, transaction, uuid } from '@tests/support/builders'
import { serveRows } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { TransactionsPage } from './page'

type Over = Parameters<typeof transaction>[0]
const order = { order_number: 'ORD-000148', benefit_name: 'Keystone Vault', benefit: null }
const bonus = (over: Over = {}) => ({ ...transaction(over), order: null })
const redemption = (over: Over = {}) => ({
  ...bonus({ transaction_type: 'redemption', amount: -25, balance_after: 0, order_id: uuid(), ...over }),
  order,
})
const many = (count: number, over: Over = {}) => Array.from({ length: count }, () => bonus(over))

const all = { received: 274, received_count: 7, spent: 187, spent_count: 6 }
const refunds = { received: 0, received_count: 0, spent: 5, spent_count: 1 }

/** Serves the ledger, and the totals of all types or of one. */
function serve(rows: object[]) {
  const totals: unknown[] = []
  server.use(
    http.post('*/rest/v1/rpc/my_totals', async ({ request }) => {
      const body = (await request.json()) as object
      totals.push(body)
      return HttpResponse.json('p_type' in body ? refunds : all)
    }),
  )
  return { ...serveRows('token_transactions', rows), totals }
}

const open = (query = '') =>
  renderPage(<TransactionsPage />, {
    path: '/dashboard/transactions',
    route: `/dashboard/transactions${query}`,
  })
const row = (name: RegExp) => screen.findByRole('row', { name })
const cells = async (name: RegExp) =>
  within(await row(name))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const choose = ({ user }: ReturnType<typeof open>, type: string) =>
  user.selectOptions(screen.getByLabelText('Type'), type)

beforeEach(() => signInAs())

it('lists entries with benefit, signed amount, balance, and totals by sign (D4)', async () => {
  const received = bonus()
  const { queries, totals } = serve([redemption(), received])
  open()
  expect(await screen.findByRole('heading', { name: 'Token History' })).toBeVisible()
  const spent = await cells(/Keystone Vault/)
  expect(spent.slice(1)).toEqual(['Keystone VaultNo. 2, ORD-000148', 'Redemption', '', '−25', '0'])
  const welcome = await cells(/Welcome to Guildhall/)
  expect(welcome.slice(1)).toEqual(['Welcome to GuildhallNo. 1', 'Signup bonus', '+25', '', '25'])
  expect(screen.getAllByText(formatDate(received.created_at))[0]).toBeVisible()
  expect(await cells(/^Total of/)).toEqual(['Total of 13 entries', '+274', '−187', '87 tokens'])
  const figures = within(screen.getByRole('list', { name: 'Totals' })).getAllByRole('listitem')
  expect(figures.map(({ textContent }) => textContent)).toEqual([
    'Received+2747 entries',
    'Spent−1876 entries',
    'Balance8713 entries',
  ])
  expect(totals).toEqual([{}])
  expect(queries[0]?.get('account_id')).toBe(`eq.${memberId}`)
  expect(queries[0]?.get('order')).toBe('seq.desc')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  const link = screen.getByRole('link', { name: 'ORD-000148' })
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/dashboard\/orders\/[0-9a-f-]{36}$/))
})

const code = { transaction_type: 'redemption', amount: 50 }
const unnamed = { order_number: null, benefit_name: null, benefit: null }

it.each([
  ['Redeemed code R9CL5HX3', bonus({ ...code, description: 'Redeemed code R9CL5HX3' })],
  ['Unknown Benefit', { ...redemption(), order: null }],
  ['Unknown Benefit', { ...redemption(), order: unnamed }],
  ['Unknown Benefit', { ...redemption({ order_id: null }), order: null }],
  ['Minutes', { ...redemption(), order: { ...unnamed, benefit: { name: 'Minutes' } } }],
  ['Keystone Vault, order cancelled', redemption({ transaction_type: 'refund', amount: 25 })],
])('names an entry %s: a redeemed code is about no benefit (D4)', async (text, entry) => {
  serve([entry])
  open()
  expect(await screen.findByText(text)).toBeVisible()
})

it('shows the reason of an adjustment below it', async () => {
  const reason = 'Goodwill for the delay in October'
  serve([bonus({ transaction_type: 'adjustment', description: 'From Guildhall', reason })])
  open()
  expect(within(await row(/From Guildhall/)).getByText(`No. 1, ${reason}`)).toBeVisible()
})

it('filters list and totals by type, and returns to the first page (D4)', async () => {
  const { queries, totals } = serve([...many(130), ...many(30, { transaction_type: 'refund' })])
  const page = open('?page=3')
  expect(await screen.findByText('51 to 75 of 160 entries')).toBeVisible()
  expect(screen.getByText('No. 110')).toBeVisible()
  const options = within(screen.getByLabelText('Type')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'All types',
    'Signup bonus',
    'Purchase',
    'Redemption',
    'Referral bonus',
    'Refund',
    'Adjustment',
  ])
  await choose(page, 'Refund')
  expect(await screen.findByText('1 to 25 of 30 entries')).toBeVisible()
  expect(screen.queryByText(/^No\. /)).toBeNull()
  expect(totals.at(-1)).toEqual({ p_type: 'refund' })
  expect(queries.at(-1)?.get('transaction_type')).toBe('eq.refund')
  expect(await cells(/^Total of/)).toEqual(['Total of 1 entry', '0', '−5', '−5'])
  expect(screen.getByText('Difference')).toBeVisible()
  await choose(page, 'All types')
  expect(await screen.findByText('1 to 25 of 160 entries')).toBeVisible()
})

it('shows no total of another type while one is loading', async () => {
  serve([redemption()])
  const page = open()
  await row(/^Total of/)
  server.use(http.post('*/rest/v1/rpc/my_totals', () => delay('infinite')))
  await choose(page, 'Refund')
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Total of/ })).toBeNull())
  expect(screen.getByText('Balance', { selector: 'span' })).toBeVisible()
})

it('reads type and page from the URL, and turns to the next page', async () => {
  serve([...many(60, { transaction_type: 'redemption' }), ...many(5)])
  const { user } = open('?type=redemption&page=2')
  expect(await screen.findByText('26 to 50 of 60 entries')).toBeVisible()
  expect(screen.getByLabelText('Type')).toHaveValue('redemption')
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(await screen.findByText('51 to 60 of 60 entries')).toBeVisible()
})

it('shows the last page for a page past the end', async () => {
  serve(many(60))
  open('?page=9')
  expect(await screen.findByText('51 to 60 of 60 entries')).toBeVisible()
})

it('shows the empty state of a type, with a link to all', async () => {
  serve([])
  open('?type=purchase')
  expect(await screen.findByText('No entries of this type.')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Show all types' })
  expect(link).toHaveAttribute('href', '/dashboard/transactions')
})

it('shows the empty state', async () => {
  serve([])
  open()
  expect(await screen.findByText('No entries yet.')).toBeVisible()
})
