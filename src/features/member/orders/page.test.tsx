import { screen, waitFor, within } from '@testing-library/react'
import { memberId, order } from '@tests/support/builders'
import { openDialog, seeNoDialog } from '@tests/support/dialogs'
import { broken, serveProfile, serveRows } from '@tests/support/member-api'
import { address, renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { queryParams, see, seeLink } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { delay, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { OrdersPage } from './page'

const open = (query = '') =>
  renderPage(<OrdersPage />, { path: '/dashboard/orders', route: `/dashboard/orders${query}` })

const own = (over: Parameters<typeof order>[0] = {}) => ({ ...order(over), benefit: null })
/** The first is the newest. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    own({
      order_number: `ORD-${String(index + 1).padStart(6, '0')}`,
      created_at: new Date(Date.UTC(2026, 9, 1) - index * 60_000).toISOString(),
    }),
  )
const row = (name: RegExp) => screen.findByRole('row', { name })
const bare = { order_number: null, benefit_name: null, benefit_token_value: null, customer_name: null }

beforeEach(async () => {
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
  await see('1 order. Cancelled orders gave their tokens back.')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  expect(queryParams(queries[0])).toMatchObject({
    user_id: `eq.${memberId}`,
    order: 'created_at.desc,id.desc',
  })
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
  serveRows('orders', [
    { ...own({ ...bare, redemption_email: null }), benefit: { name: 'Minutes', token_value: 35 } },
    own(bare),
  ])
  open()
  const linked = within(await row(/Minutes/))
  for (const text of ['35', 'Legacy Order', 'Not kept']) expect(linked.getByText(text)).toBeVisible()
  expect(within(await row(/Deleted Benefit/)).getByText('0')).toBeVisible()
})

it('searches four columns on the server, and keeps the count of the previous search meanwhile', async () => {
  const { queries } = serveRows('orders', many(30))
  const { user } = open('?q=ORD-000007')
  await see(/^1 order matching "ORD-000007"\./)
  const columns = ['order_number', 'benefit_name', 'status', 'redemption_email']
  const filters = columns.map((column) => `${column}.imatch."ORD-000007"`)
  expect(queries[0]?.get('or')).toBe(`(${filters})`)
  server.use(http.get('*/rest/v1/orders', () => delay('infinite')))
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), '{Backspace}')
  await waitFor(() => expect(address()).toBe('?q=ORD-00000'))
  await see(/^1 order matching "ORD-000007"\./)
})

it('shows the empty search result and a way to show all orders', async () => {
  serveRows('orders', [own()])
  const { user } = open('?q=zebra')
  await see('No order matches "zebra".')
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Show all orders' }))
  expect(await row(/Keystone/)).toBeVisible()
})

it('links to the benefits when there is no order yet', async () => {
  serveRows('orders', [])
  open()
  await see('You have no orders yet.')
  await seeLink('Browse Benefits', '/dashboard/benefits')
})

it('turns the pages, and leads back from a later one that cannot be loaded', async () => {
  serveRows('orders', many(50))
  server.use(http.get('*/rest/v1/orders', () => broken(), { once: true }))
  const { user } = open('?page=2')
  await user.click(await screen.findByRole('link', { name: 'First page' }))
  await see('1 to 25 of 50 orders', 'ORD-000001')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await see('26 to 50 of 50 orders', 'ORD-000026')
  expect(address()).toBe('?page=2')
})

it('exports every order that the search finds, in chunks, each once', async () => {
  const saved = catchSavedFiles()
  const served = serveRows('orders', many(1300))
  const { user } = open('?q=ord')
  await row(/ORD-000001/)
  served.rows[1000] = served.rows[999]!
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(saved.names).toHaveLength(1))
  expect(await saved.lines(0)).toHaveLength(1300)
  expect(saved.names[0]).toMatch(/^guildhall-orders-\d{4}-\d\d-\d\d\.csv$/)
  const second = served.queries.find((query) => query.get('offset') === '1000')
  expect(second?.get('or')).toContain('order_number.imatch."ord"')
})

it('reports a failed export', async () => {
  serveRows('orders', [own()])
  const { user } = open()
  await row(/Keystone/)
  server.use(http.get('*/rest/v1/orders', () => broken()))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await seeToast('Export Failed', 'Something went wrong. Please try again.')
})

describe('the invoice', () => {
  async function openInvoice(over: Parameters<typeof order>[0] = {}, name = 'Invoice for ORD-000148') {
    serveRows('orders', [own(over)])
    const opened = await openDialog(open().user, name, 'Invoice')
    await opened.inside.findByText('Tamsin Ferreira')
    return { ...opened, total: opened.inside.getByRole('row', { name: /^Total/ }) }
  }

  it('shows order, date, status, member, delivery email, benefit and total', async () => {
    const { inside, total } = await openInvoice({ redemption_email: 'desk@ferreira.example' })
    for (const text of [
      'Guildhall',
      'Paid in tokens. No money was charged.',
      'ORD-000148',
      formatDate('2026-11-20T10:00:00Z'),
      'Pending',
      'tamsin@ferreira.example',
      'desk@ferreira.example',
      'Keystone Vault',
      'Password vault for a team of five. One year, with recovery and audit log.',
    ]) {
      expect(inside.getByText(text)).toBeVisible()
    }
    expect(total).toHaveTextContent('Total25 tokens')
  })

  it('shows that a cancelled order cost nothing', async () => {
    const { inside, total } = await openInvoice({ status: 'cancelled' })
    expect(inside.getByText('Cancelled. The tokens were given back; no money was charged.')).toBeVisible()
    expect(total).toHaveTextContent('0 tokens')
  })

  it('opens for a legacy order of a deleted benefit', async () => {
    const { inside } = await openInvoice({ ...bare, status: 'on hold' }, 'Invoice for Deleted Benefit')
    expect(inside.getByText('Legacy Order')).toBeVisible()
    expect(inside.getByText('Order status is being updated')).toBeVisible()
  })

  it('prints, and closes', async () => {
    window.print = vi.fn()
    const { user, press } = await openInvoice()
    await press('Print')
    expect(window.print).toHaveBeenCalledOnce()
    await user.keyboard('{Escape}')
    await seeNoDialog()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Invoice for ORD-000148' })).toHaveFocus())
  })
})
