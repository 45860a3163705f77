import { screen, waitFor, within } from '@testing-library/react'
import { order } from '@tests/support/builders'
import { broken, rowsAnswer, serveProfile } from '@tests/support/member-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { delay, HttpResponse, http } from 'msw'
import { useLocation } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { OrdersPage } from './page'

function Address() {
  return <output aria-label="address">{useLocation().search}</output>
}

const open = (query = '') =>
  renderPage(
    <>
      <OrdersPage />
      <Address />
    </>,
    { path: '/dashboard/orders', route: `/dashboard/orders${query}` },
  )

const own = (over: Parameters<typeof order>[0] = {}) => ({ ...order(over), benefit: null })

/** Serves the orders; records what was asked. */
function serve(rows: object[], count?: number) {
  const served = { rows, asked: [] as URLSearchParams[] }
  server.use(
    http.get('*/rest/v1/orders', ({ request }) => {
      served.asked.push(new URL(request.url).searchParams)
      return rowsAnswer(served.rows, count ?? served.rows.length)
    }),
  )
  return served
}

const row = (name: RegExp) => screen.findByRole('row', { name })
const address = () => screen.getByLabelText('address')

beforeEach(async () => {
  vi.restoreAllMocks()
  await signInAs()
  serveProfile()
})

it('lists the orders of the member, newest first, with every column', async () => {
  const served = serve([own()])
  open()
  expect(screen.getByRole('heading', { name: 'Order History' })).toBeVisible()
  const line = await row(/Keystone Vault/)
  for (const text of [
    'ORD-000148',
    'Pending',
    'tamsin@ferreira.example',
    formatDate('2026-11-20T10:00:00Z'),
    '25',
  ]) {
    expect(within(line).getByText(text)).toBeVisible()
  }
  expect(screen.getByText('1 order. Cancelled orders gave their tokens back.')).toBeVisible()
  expect(served.asked[0]?.get('user_id')).toBe(`eq.${memberId}`)
  expect(served.asked[0]?.get('order')).toBe('created_at.desc,id.desc')
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
  serve(statuses.map(([status]) => own({ status, benefit_name: `Benefit ${status}` })))
  open()
  for (const [status, word, text] of statuses) {
    const line = within(await row(new RegExp(`Benefit ${status}`)))
    if (word) expect(line.getByText(word)).toBeVisible()
    expect(line.getByText(text)).toBeVisible()
    expect(line.getByText('25').tagName === 'S').toBe(status === 'cancelled')
    expect(line.queryAllByText('returned')).toHaveLength(status === 'cancelled' ? 1 : 0)
  }
})

it('falls back to the linked benefit, then to Deleted Benefit and 0; Legacy Order without a number', async () => {
  const bare = { order_number: null, benefit_name: null, benefit_token_value: null, benefit_image_url: null }
  serve([
    { ...own(bare), benefit: { name: 'Minutes', token_value: 35, image_url: null, description: '' } },
    own(bare),
  ])
  open()
  const linked = await row(/Minutes/)
  expect(within(linked).getByText('35')).toBeVisible()
  expect(within(linked).getByText('Legacy Order')).toBeVisible()
  const gone = await row(/Deleted Benefit/)
  expect(within(gone).getByText('0')).toBeVisible()
})

it('searches the four fields on the server and keeps the search in the URL', async () => {
  const served = serve([own()])
  const { user } = open()
  await row(/Keystone/)
  served.rows = []
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'Vault')
  await waitFor(() => expect(address()).toHaveTextContent('?q=Vault'))
  // The address changes before the request is out.
  await waitFor(() =>
    expect(served.asked.at(-1)?.get('or')).toBe(
      '(order_number.imatch."Vault",benefit_name.imatch."Vault",status.imatch."Vault",redemption_email.imatch."Vault")',
    ),
  )
})

it('shows the empty search result and a way to show all orders', async () => {
  const served = serve([])
  const { user } = open('?q=zebra')
  expect(await screen.findByText('No order matches "zebra".')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  served.rows = [own()]
  await user.click(screen.getByRole('button', { name: 'Show all orders' }))
  expect(await row(/Keystone/)).toBeVisible()
})

it('leads to the benefits when there is no order yet', async () => {
  serve([])
  open()
  expect(await screen.findByText('You have no orders yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Browse Benefits' })).toHaveAttribute('href', '/dashboard/benefits')
})

it('shows a skeleton table while loading', async () => {
  server.use(http.get('*/rest/v1/orders', () => delay('infinite')))
  open()
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
})

it('shows a load error as Error: message, and tries again', async () => {
  server.use(http.get('*/rest/v1/orders', () => broken('canceling statement due to statement timeout')))
  const { user } = open()
  expect(await screen.findByText('Error: canceling statement due to statement timeout')).toBeVisible()
  expect(document.querySelector('header [class*="breathe"]'), 'nothing waits above it').toBeNull()
  serve([own()])
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await row(/Keystone/)).toBeVisible()
})

it('turns the pages of 1,200 orders, the page being in the URL', async () => {
  const served = serve([own()], 1200)
  const { user } = open('?page=3')
  expect(await screen.findByText('51 to 75 of 1,200 orders')).toBeVisible()
  expect(served.asked[0]?.get('offset')).toBe('50')
  await user.click(screen.getByRole('button', { name: /Next/ }))
  await waitFor(() => expect(served.asked.at(-1)?.get('offset')).toBe('75'))
  expect(address()).toHaveTextContent('?page=4')
})

it('shows a status that changed meanwhile, as the live channel asks it to', async () => {
  const served = serve([own()])
  const { client } = open()
  const line = await row(/Keystone/)
  expect(within(line).getByText('Pending')).toBeVisible()
  served.rows = [own({ status: 'delivered' })]
  await client.invalidateQueries({ queryKey: ['orders'] })
  expect(await screen.findByText('Delivered')).toBeVisible()
})

it('exports every order that the search finds, not only the page', async () => {
  const saved: Blob[] = []
  const names: string[] = []
  URL.createObjectURL = (blob: Blob) => `blob:${saved.push(blob)}`
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const all = Array.from({ length: 1300 }, (_, n) =>
    own({ order_number: `ORD-${String(n).padStart(6, '0')}` }),
  )
  const asked: URLSearchParams[] = []
  server.use(
    http.get('*/rest/v1/orders', ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      const first = Number(query.get('offset'))
      return rowsAnswer(all.slice(first, first + Math.min(Number(query.get('limit')), 1000)), all.length)
    }),
  )
  const { user } = open('?q=ord')
  await screen.findByText('ORD-000000')
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const text = await readText(saved[0]!)
  expect(text.split('\r\n').filter(Boolean)).toHaveLength(1301)
  expect(names[0]).toMatch(/^guildhall-orders-\d{4}-\d\d-\d\d\.csv$/)
  expect(asked.every((query) => query.get('or')?.includes('imatch."ord"'))).toBe(true)
})

/** jsdom's Blob has no text(). */
function readText(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })
}

it('says that an export failed', async () => {
  serve([own()])
  const { user } = open()
  await row(/Keystone/)
  server.use(
    http.get('*/rest/v1/orders', () => HttpResponse.json({ code: '57014', message: '' }, { status: 400 })),
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await waitFor(() => expect(screen.getByText('Export Failed')).toBeVisible())
})
