import { screen, waitFor, within } from '@testing-library/react'
import { transaction, uuid } from '@tests/support/builders'
import { rowsAnswer } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { TransactionsPage } from './page'

const order = { order_number: 'ORD-000148', benefit_name: 'Keystone Vault', benefit: null }
const purchase = (over: Parameters<typeof transaction>[0] = {}) => ({
  ...transaction({ transaction_type: 'redemption', amount: -25, order_id: uuid(), ...over }),
  order,
})
const all = { received: 274, received_count: 7, spent: 187, spent_count: 6 }
const refunds = { received: 30, received_count: 1, spent: 0, spent_count: 0 }

/** Serves so many entries, of which the first is given, and the totals of all and of one type. */
function serve(first: object, count = 13) {
  const offsets: string[] = []
  server.use(
    http.get('*/rest/v1/token_transactions', ({ request }) => {
      const offset = new URL(request.url).searchParams.get('offset') ?? '0'
      offsets.push(offset)
      if (Number(offset) >= count)
        return HttpResponse.json({ code: 'PGRST103', message: '' }, { status: 416 })
      return rowsAnswer([first], count)
    }),
    http.post('*/rest/v1/rpc/my_totals', async ({ request }) =>
      HttpResponse.json('p_type' in ((await request.json()) as object) ? refunds : all),
    ),
  )
  return offsets
}

const open = (query = '') =>
  renderPage(<TransactionsPage />, {
    path: '/dashboard/transactions',
    route: `/dashboard/transactions${query}`,
  })
const totalCells = async () =>
  within(await screen.findByRole('row', { name: /^Total of/ }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

beforeEach(() => signInAs())

it('closes with the total of all entries, also on a page of many', async () => {
  serve(purchase(), 60)
  open('?page=2')
  expect(await totalCells()).toEqual(['Total of 13 entries', '+274', '−187', '87 tokens'])
})

it('closes a type with its own total, and its difference in place of the balance', async () => {
  serve(purchase(), 1)
  open('?type=refund')
  expect(await totalCells()).toEqual(['Total of 1 entry', '+30', '0', '+30'])
})

it('closes no list with the total of another: while one is on its way there is none', async () => {
  serve(purchase())
  const { user } = open()
  await totalCells()
  server.use(http.post('*/rest/v1/rpc/my_totals', () => delay('infinite')))
  await user.selectOptions(screen.getByLabelText('Type'), 'Refund')
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Total of/ })).toBeNull())
  expect(
    screen.getByText('Balance', { selector: 'span' }),
    'the strip still says what it shows',
  ).toBeVisible()
})

it('has no pager for a single page', async () => {
  serve(purchase(), 25)
  open()
  await totalCells()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
})

it('goes to the first page when the type changes, and keeps nothing of the page in the address', async () => {
  const offsets = serve(purchase(), 130)
  const { user } = open('?page=3')
  expect(await screen.findByText('51 to 75 of 130 entries')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Type'), 'Redemption')
  expect(await screen.findByText('1 to 25 of 130 entries')).toBeVisible()
  expect(offsets.at(-1)).toBe('0')
  await user.selectOptions(screen.getByLabelText('Type'), 'All types')
  await waitFor(() => expect(offsets.at(-1)).toBe('0'))
  expect(screen.getByText('1 to 25 of 130 entries')).toBeVisible()
})

it('leads from the number of an order to that order', async () => {
  serve(purchase())
  open()
  expect(await screen.findByRole('link', { name: 'ORD-000148' })).toHaveAttribute(
    'href',
    '/dashboard/orders?q=ORD-000148',
  )
})

it('says that a refund is of a cancelled order', async () => {
  serve(purchase({ transaction_type: 'refund', amount: 25 }))
  open()
  expect(await screen.findByText('Keystone Vault, order cancelled')).toBeVisible()
})

it('shows the reason of an adjustment below it', async () => {
  const reason = 'Goodwill for the delay in October'
  const adjusted = { transaction_type: 'adjustment', amount: 4, description: 'Adjustment by Henrik Vos' }
  serve({ ...transaction({ ...adjusted, reason }), order: null })
  open()
  const row = await screen.findByRole('row', { name: /Adjustment by Henrik Vos/ })
  expect(within(row).getByText(reason)).toBeVisible()
})
