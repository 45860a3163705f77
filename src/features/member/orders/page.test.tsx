import { screen, waitFor, within } from '@testing-library/react'
import { memberId, order } from '@tests/support/builders'
import { broken, serveProfile, serveRows } from '@tests/support/member-api'
import { adminOrders } from '@tests/support/orders-api'
import { address, renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { delay, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { OrdersPage } from './page'

const open = (query = '') =>
  renderPage(<OrdersPage />, { path: '/dashboard/orders', route: `/dashboard/orders${query}` })

const own = (over: Parameters<typeof order>[0] = {}) => ({ ...order(over), benefit: null })
const row = (name: RegExp) => screen.findByRole('row', { name })

beforeEach(async () => {
  vi.restoreAllMocks()
  await signInAs()
  serveProfile()
})

it('lists the orders of the member, newest first, with every column', async () => {
  const { queries } = serveRows('orders', [own()])
  open()
  expect(screen.getByRole('heading', { name: 'Order History' })).toBeVisible()
  const cells = within(await row(/Keystone Vault/))
  const date = formatDate('2026-11-20T10:00:00Z')
  for (const text of ['ORD-000148', 'Pending', 'tamsin@ferreira.example', date, '25'])
    expect(cells.getByText(text)).toBeVisible()
  expect(screen.getByText('1 order. Cancelled orders gave their tokens back.')).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  expect(queries[0]?.get('user_id')).toBe(`eq.${memberId}`)
  expect(queries[0]?.get('order')).toBe('created_at.desc,id.desc')
})

it('explains each status; a cancelled order shows its tokens as returned', async () => {
  const statuses = [
    ['pending', 'Pending', 'Will be processed within 24-48 hours'],
    ['processing', 'Processing', 'Being processed'],
    ['completed', 'Completed', 'Ready for delivery'],
    ['delivered', 'Delivered', 'Successfully delivered'],
    ['cancelled', 'Cancelled', 'This order has been cancelled'],
    ['on hold', undefined, 'Order status is being updated'],
  ] as const
  serveRows(
    'orders',
    statuses.map(([status]) => own({ status, benefit_name: `Benefit ${status}` })),
  )
  open()
  for (const [status, label, text] of statuses) {
    const cells = within(await row(new RegExp(`Benefit ${status}`)))
    if (label) expect(cells.getByText(label)).toBeVisible()
    expect(cells.getByText(text)).toBeVisible()
    expect(cells.getByText('25').tagName === 'S').toBe(status === 'cancelled')
    expect(cells.queryAllByText('returned')).toHaveLength(status === 'cancelled' ? 1 : 0)
  }
})

it('falls back to the linked benefit, then to Deleted Benefit and 0, and to Legacy Order', async () => {
  const bare = own({ order_number: null, benefit_name: null, benefit_token_value: null })
  serveRows('orders', [{ ...bare, id: 'a', benefit: { name: 'Minutes', token_value: 35 } }, bare])
  open()
  const linked = within(await row(/Minutes/))
  expect(linked.getByText('35')).toBeVisible()
  expect(linked.getByText('Legacy Order')).toBeVisible()
  expect(within(await row(/Deleted Benefit/)).getByText('0')).toBeVisible()
})

it('searches four columns on the server', async () => {
  const { queries } = serveRows('orders', adminOrders(30))
  const { user } = open()
  await row(/ORD-000001/)
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'ORD-000007')
  expect(await screen.findByText(/^1 order matching "ORD-000007"\./)).toBeVisible()
  expect(address()).toBe('?q=ORD-000007')
  const columns = ['order_number', 'benefit_name', 'status', 'redemption_email']
  const filters = columns.map((column) => `${column}.imatch."ORD-000007"`)
  expect(queries.at(-1)?.get('or')).toBe(`(${filters})`)
})

it('keeps the count of the previous search while the next is loading', async () => {
  serveRows('orders', adminOrders(30))
  const { user } = open('?q=ORD-000007')
  await row(/ORD-000007/)
  server.use(http.get('*/rest/v1/orders', () => delay('infinite')))
  await user.type(screen.getByRole('searchbox'), '{Backspace}')
  await waitFor(() => expect(address()).toBe('?q=ORD-00000'))
  expect(screen.getByText(/^1 order matching "ORD-000007"\./)).toBeVisible()
})

it('shows the empty search result and a way to show all orders', async () => {
  serveRows('orders', [own()])
  const { user } = open('?q=zebra')
  expect(await screen.findByText('No order matches "zebra".')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Show all orders' }))
  expect(await row(/Keystone/)).toBeVisible()
})

it('links to the benefits when there is no order yet', async () => {
  serveRows('orders', [])
  open()
  expect(await screen.findByText('You have no orders yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Browse Benefits' })).toHaveAttribute('href', '/dashboard/benefits')
})

it('turns the pages', async () => {
  serveRows('orders', adminOrders(50))
  const { user } = open('?page=2')
  expect(await screen.findByText('26 to 50 of 50 orders')).toBeVisible()
  expect(screen.getByText('ORD-000026')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(await screen.findByText('1 to 25 of 50 orders')).toBeVisible()
  expect(screen.getByText('ORD-000001')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe('?page=2'))
})

it('leads back from a later page that cannot be loaded', async () => {
  serveRows('orders', adminOrders(50))
  server.use(http.get('*/rest/v1/orders', () => broken(), { once: true }))
  const { user } = open('?page=2')
  await user.click(await screen.findByRole('link', { name: 'First page' }))
  expect(await screen.findByText('1 to 25 of 50 orders')).toBeVisible()
})

it('shows a changed status after an invalidation', async () => {
  const served = serveRows('orders', [own()])
  const { client } = open()
  await row(/Pending/)
  served.rows = [own({ status: 'delivered' })]
  await client.invalidateQueries({ queryKey: ['orders'] })
  expect(await row(/Delivered/)).toBeVisible()
})

it('exports every order that the search finds, not only the page', async () => {
  const saved = catchSavedFiles()
  serveRows('orders', [...adminOrders(1300), own({ order_number: 'other', status: 'other' })])
  const { user } = open('?q=ord')
  await row(/ORD-000001/)
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(saved.names).toHaveLength(1))
  expect(await saved.lines(0)).toHaveLength(1301)
  expect(saved.names[0]).toMatch(/^guildhall-orders-\d{4}-\d\d-\d\d\.csv$/)
})

it('reports a failed export', async () => {
  serveRows('orders', [own()])
  const { user } = open()
  await row(/Keystone/)
  server.use(http.get('*/rest/v1/orders', () => broken()))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await seeToast('Export Failed', 'Something went wrong. Please try again.')
})
