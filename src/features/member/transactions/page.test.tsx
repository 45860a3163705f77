import { screen, waitFor, within } from '@testing-library/react'
import { transaction, uuid } from '@tests/support/builders'
import { broken, rowsAnswer } from '@tests/support/member-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { TransactionsPage } from './page'

beforeEach(() => signInAs())

const bonus = { ...transaction(), order: null }
const redemption = {
  ...transaction({ transaction_type: 'redemption', amount: -25, balance_after: 0, order_id: uuid() }),
  order: { order_number: 'ORD-000148', benefit_name: 'Keystone Vault', benefit: null },
}

type Totals = { received: number; received_count: number; spent: number; spent_count: number }
const totals = { received: 274, received_count: 7, spent: 187, spent_count: 6 }

/** Serves a ledger and its totals; records what was asked. */
function serveLedger(
  rows: object[],
  { count = rows.length, sums = totals }: { count?: number; sums?: Totals } = {},
) {
  const lists: URLSearchParams[] = []
  const sumsOf: unknown[] = []
  server.use(
    http.get('*/rest/v1/token_transactions', ({ request }) => {
      const query = new URL(request.url).searchParams
      lists.push(query)
      if (Number(query.get('offset')) >= count && count > 0) {
        return HttpResponse.json(
          { code: 'PGRST103', message: 'Requested range not satisfiable' },
          { status: 416 },
        )
      }
      return rowsAnswer(rows, count)
    }),
    http.post('*/rest/v1/rpc/my_totals', async ({ request }) => {
      sumsOf.push(await request.json())
      return HttpResponse.json(sums)
    }),
  )
  return { lists, sumsOf }
}

const open = (query = '') =>
  renderPage(<TransactionsPage />, {
    path: '/dashboard/transactions',
    route: `/dashboard/transactions${query}`,
  })
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

it('lists entries with benefit, signed amount and the balance after them; totals go by sign (D4)', async () => {
  const { lists, sumsOf } = serveLedger([redemption, bonus])
  open()
  expect(await screen.findByRole('heading', { name: 'Token History' })).toBeVisible()
  const spent = await screen.findByRole('row', { name: /Keystone Vault/ })
  expect(cells(spent).slice(1)).toEqual(['Keystone VaultORD-000148', 'Redemption', '', '−25', '0'])
  const received = screen.getByRole('row', { name: /Welcome to Guildhall/ })
  expect(cells(received).slice(1)).toEqual(['Welcome to Guildhall', 'Signup bonus', '+25', '', '25'])
  expect(within(received).getByText(formatDate(bonus.created_at))).toBeVisible()
  const strip = await screen.findByRole('list', { name: 'Totals' })
  await waitFor(() =>
    expect(
      within(strip)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Received+2747 entries', 'Spent−1876 entries', 'Balance8713 entries']),
  )
  expect(sumsOf).toEqual([{}])
  expect(lists[0]?.get('account_id')).toBe(`eq.${memberId}`)
  expect(lists[0]?.get('order')).toBe('seq.desc')
})

it('names a redeemed code by its description: a redemption that came in is about no benefit (D4)', async () => {
  const code = { transaction_type: 'redemption', amount: 50, description: 'Redeemed code R9CL5HX3' }
  serveLedger([{ ...bonus, ...code }])
  open()
  const row = await screen.findByRole('row', { name: /Redeemed code R9CL5HX3/ })
  expect(cells(row).slice(1, 4)).toEqual(['Redeemed code R9CL5HX3', 'Redemption', '+50'])
})

it.each([
  ['a vanished order', { ...redemption, order: null }],
  [
    'an order that kept no name',
    { ...redemption, order: { order_number: null, benefit_name: null, benefit: null } },
  ],
  ['a redemption of old without an order', { ...redemption, order_id: null, order: null }],
])("names %s 'Unknown Benefit'", async (_case, row) => {
  serveLedger([row])
  open()
  expect(await screen.findByRole('row', { name: /Unknown Benefit/ })).toBeVisible()
})

it('names the linked benefit where the order kept none', async () => {
  serveLedger([
    { ...redemption, order: { order_number: null, benefit_name: null, benefit: { name: 'Minutes' } } },
  ])
  open()
  expect(await screen.findByRole('row', { name: /Minutes/ })).toBeVisible()
})

it('filters the list, totals and address by each type (D4)', async () => {
  const { lists, sumsOf } = serveLedger([bonus], {
    sums: { received: 25, received_count: 1, spent: 30, spent_count: 2 },
  })
  const { user } = open('?page=3')
  const filter = screen.getByLabelText('Type')
  expect(
    within(filter)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All types', 'Signup bonus', 'Purchase', 'Redemption', 'Referral bonus', 'Refund', 'Adjustment'])
  await user.selectOptions(filter, 'Refund')
  await waitFor(() => expect(sumsOf.at(-1)).toEqual({ p_type: 'refund' }))
  await waitFor(() => expect(lists.at(-1)?.get('transaction_type')).toBe('eq.refund'))
  expect(lists.at(-1)?.get('offset')).toBe('0')
  await waitFor(() => expect(screen.getByText('Difference')).toBeVisible())
  expect(screen.getAllByText('−5')[0]).toBeVisible()
})

it('reads type and page from the address, and turns to the next page', async () => {
  const { lists } = serveLedger([bonus], { count: 60 })
  const { user } = open('?type=redemption&page=2')
  expect(await screen.findByText('26 to 50 of 60 entries')).toBeVisible()
  expect(screen.getByLabelText('Type')).toHaveValue('redemption')
  expect(lists[0]?.get('offset')).toBe('25')
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(await screen.findByText('51 to 60 of 60 entries')).toBeVisible()
  expect(lists.at(-1)?.get('transaction_type')).toBe('eq.redemption')
})

it('shows the last page where the address asks for one past the end', async () => {
  serveLedger([bonus], { count: 60 })
  open('?page=9')
  expect(await screen.findByText('51 to 60 of 60 entries')).toBeVisible()
})

it('says so where a type has no entries, and leads back to all', async () => {
  serveLedger([], { sums: { received: 0, received_count: 0, spent: 0, spent_count: 0 } })
  open('?type=purchase')
  expect(await screen.findByText('No entries of this type.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show all types' })).toHaveAttribute(
    'href',
    '/dashboard/transactions',
  )
})

it('says so where there are no entries at all', async () => {
  serveLedger([])
  open()
  expect(await screen.findByText('No entries yet.')).toBeVisible()
})

it('keeps the totals when the list fails, and tries again', async () => {
  serveLedger([bonus])
  let down = true
  server.use(http.get('*/rest/v1/token_transactions', () => (down ? broken() : undefined)))
  const { user } = open()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Your token history could not be loaded.')
  expect(await screen.findByText('+274')).toHaveClass('text-positive')
  down = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Welcome to Guildhall/ })).toBeVisible()
})

it('keeps the list when the totals fail', async () => {
  serveLedger([bonus])
  server.use(http.post('*/rest/v1/rpc/my_totals', () => broken()))
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('The totals could not be loaded.')
  expect(await screen.findByRole('row', { name: /Welcome to Guildhall/ })).toBeVisible()
})
