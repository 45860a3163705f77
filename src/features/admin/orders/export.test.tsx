import { screen, waitFor } from '@testing-library/react'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { adminOrder, adminOrders, serveOrders } from '@tests/support/orders-api'
import { openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { csvTime } from '@/lib/csv'
import { ordersCsv } from './orders-csv'

beforeEach(signInAsAdmin)

const csvLines = (csv: string) => csv.trimEnd().split('\r\n')

it('writes one line per order, under the names of the columns', () => {
  const [created_at, due_at, updated_at] = ['2026-11-01', '2026-11-03', '2026-11-02'].map(
    (day) => `${day}T10:00`,
  )
  const [head, line] = csvLines(
    ordersCsv([adminOrder({ created_at, due_at, updated_at, redemption_email: 'gifts@f.example' })]),
  )
  expect(head).toContain(
    '"Order number","Customer","Email","Benefit","Tokens","Status","Delivery email","Ordered","Due","Updated"',
  )
  const times = [created_at, due_at, updated_at].map((time) => `"${csvTime(time ?? '')}"`).join()
  expect(line).toBe(
    `"ORD-000148","Tamsin Ferreira","tamsin@ferreira.example","Keystone Vault","25","pending","gifts@f.example",${times}`,
  )
})

it('shows placeholders for deleted data, and starts no formula', () => {
  const erased = { customer_name: null, customer_email: null, profile: null, redemption_email: null }
  const bare = { order_number: null, benefit_name: null, benefit_token_value: null, due_at: null }
  const formula = { name: '=HYPERLINK("http://x")', email: 'x@x.test', current_tokens: 1 }
  const [, legacy, named] = csvLines(
    ordersCsv([adminOrder({ ...erased, ...bare }), adminOrder({ profile: formula })]),
  )
  expect(legacy).toMatch(
    /^"Legacy Order","Deleted user","","Deleted Benefit","0","pending","","[^"]+","","[^"]+"$/,
  )
  expect(named).toContain(`"'=HYPERLINK(""http://x"")"`)
})

// Reading more than one response is tested in entities/shared/keyset.test.ts.
it.each(['?status=pending', '?q=ord-&status=pending'])('saves all orders of %s', async (query) => {
  const orders = adminOrders(60)
  for (const order of orders.slice(0, 10)) order.status = 'delivered'
  serveOrders({ orders })
  const files = catchSavedFiles()
  const { user } = openOrders(query)
  await screen.findAllByRole('row', { name: /ORD-/ })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(files.names).toHaveLength(1))
  expect(files.names[0]).toMatch(/^guildhall-orders-\d{4}-\d\d-\d\d\.csv$/)
  const numbers = (await files.lines(0)).slice(1).map((line) => line.split(',')[0])
  expect(numbers).toEqual(orders.slice(10).map(({ order_number }) => `"${order_number}"`))
})

it('is busy while it reads, and disabled without orders', async () => {
  serveOrders({ orders: [adminOrder()] })
  const files = catchSavedFiles()
  const { user, unmount } = openOrders()
  await screen.findByRole('row', { name: /ORD-000148/ })
  const { released, release } = held()
  server.use(http.get('*/rest/v1/orders', () => released))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByRole('button', { name: 'Exporting...' })).toHaveAttribute('aria-busy', 'true')
  release()
  await waitFor(() => expect(files.names).toHaveLength(1))
  unmount()
  serveOrders({ orders: [] })
  openOrders()
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  expect(await screen.findByText('No orders found.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
})

it('reports a failure, and saves nothing', async () => {
  const files = catchSavedFiles()
  serveOrders({ orders: [adminOrder()] })
  const { user } = openOrders()
  await screen.findByRole('row', { name: /ORD-000148/ })
  server.use(http.get('*/rest/v1/orders', () => broken()))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await seeToast('Error', 'Failed to load orders')
  expect(files.names).toEqual([])
})
