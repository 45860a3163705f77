import { screen, waitFor } from '@testing-library/react'
import { broken } from '@tests/support/member-api'
import { adminOrder, adminOrders, serveOrders } from '@tests/support/orders-api'
import { openOrders } from '@tests/support/orders-page'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { delay, http } from 'msw'
import { expect, it } from 'vitest'
import { csvTime } from '@/lib/csv'

/** Opens the list and exports it; answers the lines of the file. */
async function exported(query = '') {
  const files = catchSavedFiles()
  const { user } = openOrders(query)
  await screen.findAllByRole('row', { name: /ORD-|Legacy/ })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(files.names).toHaveLength(1))
  expect(files.names[0]).toMatch(/^guildhall-orders-\d{4}-\d\d-\d\d\.csv$/)
  return files.lines(0)
}

it('writes one line per order, under the names of the columns', async () => {
  const [created_at, due_at, updated_at] = [1, 3, 2].map((day) => `2026-11-0${day}T10:00:00Z`)
  serveOrders({
    orders: [adminOrder({ created_at, due_at, updated_at, redemption_email: 'gifts@f.example' })],
  })
  expect(await exported()).toEqual([
    '"Order number","Customer","Email","Benefit","Tokens","Status","Delivery email","Ordered","Due","Updated"',
    `"ORD-000148","Tamsin Ferreira","tamsin@ferreira.example","Keystone Vault","25","pending","gifts@f.example",${[
      created_at,
      due_at,
      updated_at,
    ]
      .map((time) => `"${csvTime(time ?? '')}"`)
      .join()}`,
  ])
})

it('names what is gone, and starts no formula', async () => {
  const gone = {
    customer_name: null,
    customer_email: null,
    profile: null,
    redemption_email: null,
    due_at: null,
  }
  const bare = { order_number: null, benefit_name: null, benefit_token_value: null }
  serveOrders({
    orders: [
      adminOrder({ ...gone, ...bare }),
      adminOrder({ profile: { name: '=HYPERLINK("http://x")', email: 'x@x.test', current_tokens: 1 } }),
    ],
  })
  const lines = await exported()
  expect(lines.find((line) => line.startsWith('"Legacy Order"'))).toMatch(
    /^"Legacy Order","Deleted user","","Deleted Benefit","0","pending","","[^"]+","","[^"]+"$/,
  )
  expect(lines.find((line) => line.startsWith('"ORD'))).toContain(`"'=HYPERLINK(""http://x"")"`)
})

it.each([
  ['the filters find', '?status=pending'],
  ['the search finds', '?q=ord-&status=pending'],
])('writes every order that %s, each once, while others are placed', async (_source, query) => {
  const orders = adminOrders(2100)
  for (const order of orders.slice(0, 100)) order.status = 'delivered'
  const wanted = orders.slice(100).map(({ order_number }) => `"${order_number}"`)
  const { lists, searches } = serveOrders({ orders })
  let placed = 900_000
  const place = () =>
    orders.push(adminOrder({ order_number: `ORD-${placed++}`, created_at: '2026-11-21T00:00:00Z' }))
  server.events.on('response:mocked', place)
  const lines = await exported(query)
  server.events.removeListener('response:mocked', place)

  const numbers = lines.slice(1).map((line) => line.split(',')[0])
  expect(numbers.filter((number) => number && number < '"ORD-9')).toEqual(wanted)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(lists.some((asked) => asked.has('offset'))).toBe(false)
  expect([
    ...lists.map((asked) => Number(asked.get('limit'))),
    ...searches.map((asked) => asked.p_limit),
  ]).toContain(1000)
})

it('is busy while it reads, and not to be pressed where there is nothing', async () => {
  serveOrders({ orders: [adminOrder()] })
  const { user, unmount } = openOrders()
  await screen.findByRole('row', { name: /ORD-000148/ })
  server.use(http.get('*/rest/v1/orders', () => delay('infinite')))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByRole('button', { name: 'Exporting...' })).toHaveAttribute('aria-busy', 'true')
  unmount()
  serveOrders({ orders: [] })
  openOrders()
  expect(await screen.findByText('No orders found.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
})

it('says that the orders could not be read, and saves nothing', async () => {
  const files = catchSavedFiles()
  serveOrders({ orders: [adminOrder()] })
  const { user } = openOrders()
  await screen.findByRole('row', { name: /ORD-000148/ })
  server.use(http.get('*/rest/v1/orders', () => broken()))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await seeToast('Error', 'Failed to load orders')
  expect(files.names).toEqual([])
})
