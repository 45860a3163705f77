import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { memberId, order } from '@tests/support/builders'
import { seeNoDialog } from '@tests/support/dialogs'
import { held, heldTimer } from '@tests/support/held'
import { broken, serveProfile, serveRows } from '@tests/support/member-api'
import { address, renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { queryParams, see, seeLink } from '@tests/support/see'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { OrdersPage } from './page'

const open = (query = '') =>
  renderPage(<OrdersPage />, { path: '/dashboard/orders', route: `/dashboard/orders${query}` })

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const own = (over: Parameters<typeof order>[0] = {}, delivery_kind: string | null = null) => ({
  ...order({ due_at: inHours(20), ...over }),
  benefit: null,
  delivery_kind,
})
const more = async (user: UserEvent, name: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `More for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
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
  server.use(http.post('*/rest/v1/rpc/late_credit_left', () => HttpResponse.json(20)))
})

it('lists the orders of the member, newest first, with every column, and leads to each', async () => {
  const { queries } = serveRows('orders', [own({ id: 'o-1' })])
  open()
  expect(screen.getByRole('heading', { name: 'Order History' })).toBeVisible()
  await seeLink('Keystone Vault', '/dashboard/orders/o-1')
  const cells = within(await row(/Keystone Vault/))
  const date = formatDate('2026-11-20T10:00:00Z')
  for (const text of ['ORD-000148', /^Arrives by/, 'tamsin@ferreira.example', date, '25'])
    expect(cells.getByText(text)).toBeVisible()
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Order', 'Status', 'Delivery email', 'Date', 'Tokens', 'Actions'])
  await see('1 order. 1 is under way.')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  expect(queryParams(queries[0])).toMatchObject({
    user_id: `eq.${memberId}`,
    order: 'created_at.desc,id.desc',
  })
})

it('says what a status means (D56), has one action, and strikes the price of a cancelled order', async () => {
  const actions = { key: 'Copy key', link: 'Open', file: 'Download', text: 'View' }
  const delivered = Object.keys(actions).map((kind) => own({ status: 'delivered', benefit_name: kind }, kind))
  serveRows('orders', [own(), own({ status: 'cancelled', benefit_name: 'Minutes' }), ...delivered])
  open()
  await see('25 tokens are back', 'Your file is ready', 'Pending · Will be processed within 24-48 hours')
  for (const [name, action] of Object.entries({ 'Keystone Vault': 'View', Minutes: 'View', ...actions })) {
    const cells = within(await row(new RegExp(`: ${name}`)))
    const shown = [...cells.queryAllByRole('button'), ...cells.getAllByRole('link')]
      .map(({ textContent }) => textContent?.replace('Copied', ''))
      .filter(Boolean)
    expect(shown.sort()).toEqual([`${action}: ${name}`, name].sort())
    expect(cells.getByText('25').tagName === 'S').toBe(name === 'Minutes')
  }
})

it('lists what is late first, with the credit for the delay once it is known, where its place was kept (P4)', async () => {
  const { released, release } = held()
  server.use(http.post('*/rest/v1/rpc/late_credit_left', () => released.then(() => HttpResponse.json(20))))
  serveRows('orders', [
    own({ benefit_name: 'Newer' }),
    own({
      ...{ benefit_name: 'Late one', created_at: '2026-11-19T10:00:00Z' },
      ...{ due_at: inHours(-4.5), credit_rate: 1, credit_cap: 10 },
    }),
    own({ benefit_name: 'Older', status: 'processing', created_at: '2026-11-18T10:00:00Z' }),
    own({ benefit_name: 'Late as well', due_at: inHours(-9), created_at: '2026-11-17T10:00:00Z' }),
  ])
  open()
  await see('4 orders. 2 are late, 2 are under way.')
  const links = screen.getAllByRole('link', { name: /^(Newer|Older|Late .*)$/ })
  const names = links.map(({ textContent }) => textContent)
  expect(names).toEqual(['Late one', 'Late as well', 'Newer', 'Older'])
  const credit = within(await row(/Late one/)).getByText(/4 tokens back so far$/)
  expect(credit).not.toBeVisible()
  release()
  await waitFor(() => expect(credit).toBeVisible())
})

describe('the one action', () => {
  /** Serves a delivered order of this kind; records what is asked for. */
  function serveDelivered(kind: string, delivery: object) {
    const calls: string[] = []
    serveRows('orders', [own({ status: 'delivered' }, kind)])
    server.use(
      http.post('*/rest/v1/rpc/open_delivery', () => {
        calls.push('open')
        return new HttpResponse(null, { status: 204 })
      }),
      http.post('*/rest/v1/rpc/order_delivery', () => {
        calls.push('read')
        return HttpResponse.json([delivery])
      }),
    )
    return calls
  }

  it('copies a key, once its reading is noted (D53), and saves a file', async () => {
    heldTimer(4_000)
    const calls = serveDelivered('key', { content: 'KEYS-R4WX' })
    const { user, client } = open()
    await user.click(await screen.findByRole('button', { name: /^Copy key/ }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toHaveFocus()
    expect(await navigator.clipboard.readText()).toBe('KEYS-R4WX')
    expect(calls).toEqual(['open', 'read'])
    expect(screen.queryByText('KEYS-R4WX')).toBeNull()
    const saved = catchSavedFiles()
    serveDelivered('file', { path: 'b/a/guide.zip', name: 'guide.zip', size: 5 })
    server.use(http.get('*/storage/v1/object/deliveries/*', () => new HttpResponse('bytes')))
    await client.invalidateQueries()
    await user.click(await screen.findByRole('button', { name: /^Download/ }))
    await waitFor(() => expect(saved.names).toEqual(['guide.zip']))
  })

  it('opens a link in a tab without access to this page, and shows what is no address on its own page', async () => {
    const tab = {
      opener: window as object | null,
      closed: false,
      location: { replace: vi.fn() },
      close: vi.fn(),
    }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    serveDelivered('link', { content: 'https://modelling.example/start' })
    const { user } = open()
    const press = async () => user.click(await screen.findByRole('button', { name: /^Open/ }))
    await press()
    await waitFor(() =>
      expect(tab.location.replace.mock.calls).toEqual([['https://modelling.example/start']]),
    )
    expect(tab.opener).toBeNull()
    serveDelivered('link', { content: 'javascript:alert(1)' })
    await press()
    expect(await screen.findByText(/^elsewhere: \/dashboard\/orders\/./)).toBeVisible()
    expect(tab.close).toHaveBeenCalledOnce()
    expect(tab.location.replace).toHaveBeenCalledOnce()
  })
})

it('has the invoice, and for a pending order its cancellation, in a menu that keys can use', async () => {
  serveRows('orders', [own(), own({ order_number: 'ORD-000149', status: 'delivered' }, 'key')])
  const { user } = open()
  const button = await screen.findByRole('button', { name: 'More for ORD-000148' })
  button.focus()
  await user.keyboard('{Enter}')
  const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items()).toEqual(['Invoice', 'Cancel order'])
  expect(screen.getByRole('menuitem', { name: 'Invoice' })).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('menuitem', { name: 'Cancel order' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(button).toHaveFocus()
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More for ORD-000149' }))
  expect(items()).toEqual(['Invoice'])
  await user.keyboard('{Escape}')
  await more(user, 'ORD-000148', 'Cancel order')
  expect(await screen.findByRole('dialog', { name: 'Cancel this order?', busy: false })).toBeVisible()
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

it('searches four columns on the server, keeps the count meanwhile, and says where nothing is found', async () => {
  const served = serveRows('orders', many(30))
  const { user } = open('?q=ORD-000007')
  await see(/^1 order matching "ORD-000007"\./)
  const columns = ['order_number', 'benefit_name', 'status', 'redemption_email']
  const filters = columns.map((column) => `${column}.imatch."ORD-000007"`)
  expect(served.queries[0]?.get('or')).toBe(`(${filters})`)
  const { released, release } = held()
  server.use(http.get('*/rest/v1/orders', () => released.then(() => undefined)))
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), '8')
  await waitFor(() => expect(address()).toBe('?q=ORD-0000078'))
  await see(/^1 order matching "ORD-000007"\./)
  release()
  await see('No order matches "ORD-0000078".', /^Search looks at order number, benefit, status and delivery/)
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  served.rows = []
  await user.click(screen.getByRole('button', { name: 'Clear the search' }))
  await see('No orders yet')
  await seeLink('Browse Benefits', '/dashboard/benefits')
})

it('turns the pages, and leads back from a later one that cannot be loaded', async () => {
  serveRows('orders', many(50))
  server.use(http.get('*/rest/v1/orders', () => broken(), { once: true }))
  const { user } = open('?page=2')
  await user.click(await screen.findByRole('link', { name: 'First page' }))
  await see('1 to 25 of 50 orders', 'ORD-000001')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await see('26 to 50 of 50 orders', 'ORD-000026', '50 orders.')
  expect(address()).toBe('?page=2')
})

it('says that an export failed, and exports every order that the search finds, in chunks, each once', async () => {
  const saved = catchSavedFiles()
  const served = serveRows('orders', many(1300))
  const { user } = open('?q=ord')
  await see('ORD-000001')
  served.rows[1000] = served.rows[999]!
  server.use(http.get('*/rest/v1/orders', () => broken(), { once: true }))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await seeToast('Export Failed', 'Something went wrong. Please try again.')
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(saved.names).toHaveLength(1))
  expect(await saved.lines(0)).toHaveLength(1300)
  expect(saved.names[0]).toMatch(/^guildhall-orders-\d{4}-\d\d-\d\d\.csv$/)
  const second = served.queries.find((query) => query.get('offset') === '1000')
  expect(second?.get('or')).toContain('order_number.imatch."ord"')
})

it('shows the invoice of an order, prints it, and says of a cancelled one that it cost nothing', async () => {
  window.print = vi.fn()
  serveRows('orders', [
    own({ redemption_email: 'desk@ferreira.example' }),
    own({ order_number: 'ORD-000149', status: 'cancelled' }),
    own({ ...bare, status: 'on hold' }),
  ])
  const { user } = open()
  const openInvoice = async (name: string) => {
    await more(user, name, 'Invoice')
    const inside = within(await screen.findByRole('dialog', { name: 'Invoice', busy: false }))
    await inside.findByText('Tamsin Ferreira')
    return inside
  }
  const close = async () => {
    await user.keyboard('{Escape}')
    await seeNoDialog()
  }
  const inside = await openInvoice('ORD-000148')
  for (const text of [
    'Guildhall',
    'Paid in tokens. No money was charged.',
    'ORD-000148',
    formatDate('2026-11-20T10:00:00Z'),
    'Pending',
    'tamsin@ferreira.example',
    'desk@ferreira.example',
    ...['Order', 'Date', 'Status', 'Member', 'Delivery email', 'Benefit', 'Tokens'],
    'Keystone Vault',
    'Password vault for a team of five. One year, with recovery and audit log.',
  ])
    expect(inside.getByText(text)).toBeVisible()
  const table = within(inside.getByRole('table', { name: 'What was ordered' }))
  expect(table.getByRole('row', { name: /^Total/ })).toHaveTextContent('Total25 tokens')
  await user.click(inside.getByRole('button', { name: 'Print' }))
  expect(window.print).toHaveBeenCalledOnce()
  await close()
  await waitFor(() => expect(screen.getByRole('button', { name: 'More for ORD-000148' })).toHaveFocus())
  const cancelled = await openInvoice('ORD-000149')
  expect(cancelled.getByText('Cancelled. The tokens were given back; no money was charged.')).toBeVisible()
  expect(cancelled.getByRole('row', { name: /^Total/ })).toHaveTextContent('Total after return0 tokens')
  await close()
  const legacy = await openInvoice('Deleted Benefit')
  expect(legacy.getByText('Legacy Order')).toBeVisible()
  expect(legacy.getByText('Order status is being updated')).toBeVisible()
})
