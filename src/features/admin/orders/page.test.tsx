import { screen, waitFor, within } from '@testing-library/react'
import { broken } from '@tests/support/member-api'
import { failAllRequests, goOffline } from '@tests/support/offline'
import { adminOrder, adminOrders, serveOrders } from '@tests/support/orders-api'
import { countLine, openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'

beforeEach(signInAsAdmin)

const counts = { pending: 11, processing: 9, completed: 22, delivered: 94, cancelled: 12 }
const headings = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

it('lists orders with their counts, overdue ones included', async () => {
  const viewCounts = { '{"status":"waiting"}': 300, '{"due":"late"}': 12, '{"due":"soon"}': 1 }
  serveOrders({ orders: [adminOrder()], counts, overdue: 2, desk: { viewCounts } })
  openOrders()
  const row = await screen.findByRole('row', { name: /ORD-000148/ })
  for (const text of ['Tamsin Ferreira', 'tamsin@ferreira.example', 'Keystone Vault', '25', 'Pending'])
    expect(within(row).getByText(text)).toBeVisible()
  expect(headings()).toEqual([
    'Select all on this page',
    'Order Number',
    'Customer',
    'Benefit',
    'Status',
    'Date',
    'Details',
  ])
  expect(screen.getByRole('heading', { name: 'Order Management' })).toBeVisible()
  expect(await screen.findByText('300 orders are waiting.')).toHaveTextContent(
    '300 orders are waiting. 12 are late, 1 is due within 6 hours.',
  )
  await waitFor(() => expect(countLine()).toBe('148 of 148 orders'))
  const pending = await screen.findByRole('link', { name: 'Pending 11' })
  expect(pending).toHaveAttribute('href', '/admin/orders?status=pending')
  const overdue = screen.getByRole('link', { name: '2 overdue' })
  expect(overdue).toHaveAttribute('href', '/admin/orders?status=overdue')
})

it('says that no order is overdue', async () => {
  serveOrders({ orders: [adminOrder()], counts, overdue: 0 })
  openOrders()
  expect(await screen.findByRole('link', { name: 'Pending 11 None overdue' })).toBeVisible()
  expect(screen.getByText('No orders are waiting.')).toBeVisible()
})

it('shows the current name of a member, or else the recorded one', async () => {
  const profile = { name: 'Tamsin Reyes', email: 't@reyes.example', current_tokens: 3 }
  serveOrders({
    orders: [
      adminOrder({ order_number: 'ORD-000002', profile }),
      adminOrder({ order_number: 'ORD-000001', profile: null }),
    ],
  })
  openOrders()
  const renamed = within(await screen.findByRole('row', { name: /ORD-000002/ }))
  expect(renamed.getByText('Tamsin Reyes')).toBeVisible()
  expect(renamed.getByText('t@reyes.example')).toBeVisible()
  expect(renamed.queryByText(/Ferreira/)).not.toBeInTheDocument()
  expect(within(screen.getByRole('row', { name: /ORD-000001/ })).getByText('Tamsin Ferreira')).toBeVisible()
})

it('says how late a waiting order is, and nothing of a closed one', async () => {
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  serveOrders({
    orders: [
      adminOrder({ order_number: 'ORD-000001', due_at: before(3.5) }),
      adminOrder({ order_number: 'ORD-000002', due_at: before(3.5), status: 'delivered' }),
      adminOrder({ order_number: 'ORD-000003', due_at: before(-12.5), status: 'processing' }),
    ],
  })
  openOrders()
  const text = async (number: number) =>
    (await screen.findByRole('row', { name: new RegExp(`ORD-00000${number}`) })).textContent
  expect(await text(1)).toContain('3 hours late')
  expect(await text(2)).not.toMatch(/late|due in/)
  expect(await text(3)).toContain('due in 12 hours')
})

it('reports a failed load offline, and loads once back online', async () => {
  failAllRequests()
  const comeBack = goOffline()
  openOrders()
  await seeToast('Error', 'Failed to load orders')
  server.resetHandlers()
  serveOrders({ orders: [adminOrder()] })
  comeBack()
  expect(await screen.findByRole('row', { name: /ORD-000148/ })).toBeVisible()
})

it('keeps the list when only the counts fail', async () => {
  serveOrders({ orders: [adminOrder()], matches: 7 })
  server.use(http.post('*/rpc/order_counts', () => broken()))
  openOrders('?q=tamsin')
  expect(await screen.findByText('The counts could not be loaded.')).toBeVisible()
  expect(await screen.findByRole('row', { name: /ORD-000148/ })).toBeVisible()
  expect(countLine()).toBe('7 orders matching "tamsin"')
})

it('reloads when the window regains the focus', async () => {
  const { lists } = serveOrders({ orders: [adminOrder()] })
  openOrders()
  await screen.findByRole('row', { name: /ORD-000148/ })
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(lists).toHaveLength(2))
})

it('stays within 1.3 times the nodes of a plain page, whatever the data (P11)', async () => {
  const nodes = () => document.querySelectorAll('body *').length
  serveOrders({ orders: adminOrders(25, { due_at: '2999-01-01T00:00:00Z' }) })
  const { unmount } = openOrders()
  await screen.findByRole('row', { name: /ORD-000025/ })
  const plain = nodes()
  unmount()

  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(20)
  const worst = adminOrders(500, {
    due_at: '2020-01-01T00:00:00Z',
    profile: { name: long, email: 'w@example.test', current_tokens: 1 },
    benefit_name: long,
  })
  serveOrders({ orders: worst, overdue: 500 })
  // A server that returns more than requested.
  server.use(http.post('*/rpc/search_orders', () => Response.json(worst)))
  openOrders('?q=wolfe&status=pending&from=2020-01-01&to=2026-12-31')
  await screen.findByRole('row', { name: /ORD-000025/ })
  expect(screen.getAllByRole('row')).toHaveLength(26)
  expect(nodes()).toBeLessThan(1.3 * plain)
})
