import { screen, waitFor, within } from '@testing-library/react'
import { adminOrder, serveOrders } from '@tests/support/orders-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { containsAny } from '@/entities/search'
import { Component } from './page'

function Address() {
  return <output aria-label="address">{useLocation().search}</output>
}

const open = (query = '') =>
  renderPage(
    <>
      <Component />
      <Address />
    </>,
    { path: '/admin/orders', route: `/admin/orders${query}` },
  )

const counts = { pending: 11, processing: 9, completed: 22, delivered: 94, cancelled: 12 }

it('lists orders with number, customer, benefit, status and date, and says how many there are', async () => {
  serveOrders({ orders: [adminOrder()], matches: 148, counts, overdue: 2 })
  open()
  const row = await screen.findByRole('row', { name: /ORD-000148/ })
  for (const text of ['Tamsin Ferreira', 'tamsin@ferreira.example', 'Keystone Vault', '25', 'Pending']) {
    expect(within(row).getByText(text)).toBeVisible()
  }
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Order Number',
    'Customer',
    'Benefit',
    'Status',
    'Date',
    'Details',
  ])
  expect(screen.getByRole('heading', { name: 'Order Management' })).toBeVisible()
  expect(await screen.findByText('148 orders, newest first. 2 pending orders are overdue.')).toBeVisible()
  await waitFor(() => expect(countLine()).toBe('148 of 148 orders'))
})

const countLine = () =>
  within(screen.getByRole('region', { name: 'Orders' })).getAllByRole('status')[0]?.textContent

it('names a legacy order, a deleted user and a deleted benefit', async () => {
  const gone = {
    customer_name: null,
    customer_email: null,
    profile: null,
    redemption_email: null,
    user_id: null,
  }
  const bare = { benefit_name: null, benefit_token_value: null, benefit_description: null }
  serveOrders({ orders: [adminOrder({ order_number: null, ...gone, ...bare })] })
  open()
  const row = await screen.findByRole('row', { name: /Legacy Order/ })
  expect(within(row).getByText('Deleted user')).toBeVisible()
  expect(within(row).getByText('Deleted Benefit')).toBeVisible()
})

it('marks pending orders that are overdue, and no others', async () => {
  const due_at = '2020-01-01T00:00:00Z'
  serveOrders({
    orders: [
      adminOrder({ order_number: 'ORD-000001', due_at }),
      adminOrder({ order_number: 'ORD-000002', due_at, status: 'delivered' }),
      adminOrder({ order_number: 'ORD-000003', due_at: '2999-01-01T00:00:00Z' }),
    ],
  })
  open()
  const late = await screen.findByRole('row', { name: /ORD-000001/ })
  expect(within(late).getByText('Overdue')).toBeVisible()
  expect(screen.getAllByText('Overdue')).toHaveLength(1)
})

it('asks the server for what the address says, both days included', async () => {
  const { lists } = serveOrders({ orders: [adminOrder()] })
  open('?q=50%25_*(a)&status=pending&from=2026-11-01&to=2026-11-20&page=3')
  await screen.findByRole('row', { name: /ORD-000148/ })
  const query = lists[0] ?? new URLSearchParams()
  expect(query.get('or')).toBe(`(${containsAny(['search_text'], '50%_*(a)')})`)
  expect(query.get('status')).toBe('eq.pending')
  expect(query.getAll('created_at')).toEqual([
    `gte.${new Date(2026, 10, 1).toISOString()}`,
    `lt.${new Date(2026, 10, 21).toISOString()}`,
  ])
  expect([query.get('offset'), query.get('limit')]).toEqual(['50', '25'])
  expect(countLine()).toMatch(/ matching "50%_\*\(a\)"$/)
})

it('keeps filters in the address, searches as one types, and clears all at once', async () => {
  const { lists } = serveOrders({ orders: [adminOrder()], counts })
  const { user } = open('?page=2')
  expect(await screen.findByLabelText('Status')).toHaveDisplayValue('All Statuses')
  expect(
    within(screen.getByLabelText('Status'))
      .getAllByRole('option')
      .map((o) => o.textContent),
  ).toEqual(['All Statuses', 'Pending', 'Processing', 'Completed', 'Delivered', 'Cancelled'])
  expect(screen.queryByRole('button', { name: 'Clear All' })).not.toBeInTheDocument()
  await user.type(screen.getByRole('searchbox'), 'tam')
  await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent('?q=tam'))
  await user.selectOptions(screen.getByLabelText('Status'), 'Completed')
  expect(screen.getByLabelText('address')).toHaveTextContent('?q=tam&status=completed')
  await waitFor(() => expect(lists.at(-1)?.get('status')).toBe('eq.completed'))
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(screen.getByLabelText('address')).toBeEmptyDOMElement()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it('starts at the first page when a filter changes', async () => {
  serveOrders({ orders: [adminOrder()] })
  const { user } = open('?page=2')
  await user.selectOptions(await screen.findByLabelText('Status'), 'Completed')
  expect(screen.getByLabelText('address')).toHaveTextContent(/^\?status=completed$/)
})

it('clears a search that is still being typed', async () => {
  const { lists } = serveOrders({ orders: [adminOrder()] })
  const { user } = open()
  await user.type(await screen.findByRole('searchbox'), 'tam')
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(lists.some((query) => query.has('or'))).toBe(false)
})

it('lets each day limit the other, and says when a typed one crosses', async () => {
  serveOrders({ orders: [] })
  open('?from=2026-11-05&to=2026-11-20')
  expect(await screen.findByLabelText('From Date')).toHaveAttribute('max', '2026-11-20')
  expect(screen.getByLabelText('To Date')).toHaveAttribute('min', '2026-11-05')
  open('?from=2026-11-25&to=2026-11-20')
  expect(await screen.findByText('This day is after To Date.')).toBeVisible()
})

it('filters by a count card, and shows all again when it is clicked once more', async () => {
  serveOrders({ orders: [adminOrder()], counts })
  const { user } = open()
  const card = await screen.findByRole('link', { name: /Delivered\s*94/ })
  await user.click(card)
  expect(screen.getByLabelText('address')).toHaveTextContent('?status=delivered')
  expect(screen.getByLabelText('Status')).toHaveDisplayValue('Delivered')
  expect(card).toHaveAttribute('aria-current', 'true')
  await user.click(card)
  expect(screen.getByLabelText('address')).toHaveTextContent(/^\??$/)
})

it('says that there are none, or none that match', async () => {
  serveOrders({ orders: [] })
  const { unmount } = open()
  expect(await screen.findByText('No orders found.')).toBeVisible()
  unmount()
  const { user } = open('?q=nobody')
  expect(await screen.findByText('No orders match your search criteria.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show all orders' }))
  expect(await screen.findByText('No orders found.')).toBeVisible()
})

it('turns pages, and shows the last one when the address is past the end', async () => {
  const { lists } = serveOrders({ orders: [adminOrder()], matches: 60 })
  server.use(
    http.get('*/rest/v1/orders', ({ request }) =>
      new URL(request.url).searchParams.get('offset') === '200'
        ? HttpResponse.json({ code: 'PGRST103', message: '' }, { status: 416 })
        : undefined,
    ),
  )
  const { user } = open('?page=9')
  expect(await screen.findByText('51 to 60 of 60 orders')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await waitFor(() => expect(lists.at(-1)?.get('offset')).toBe('25'))
})

it('tells a failed load and tries again', async () => {
  serveOrders({ orders: [adminOrder()] })
  let broken = true
  server.use(
    http.get('*/rest/v1/orders', () =>
      broken ? HttpResponse.json({ code: '42501', message: '' }, { status: 403 }) : undefined,
    ),
  )
  const { user } = open()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load orders')
  const toasts = await screen.findByRole('region', { name: /Notifications/ })
  expect(await within(toasts).findByText('Error')).toBeVisible()
  expect(within(toasts).getByText('Failed to load orders')).toBeVisible()
  broken = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /ORD-000148/ })).toBeVisible()
})

it('keeps the list when only the counts fail', async () => {
  serveOrders({ orders: [adminOrder()], matches: 7 })
  server.use(http.head('*/rest/v1/orders', () => new HttpResponse(null, { status: 403 })))
  open()
  expect(await screen.findByText('The counts could not be loaded.')).toBeVisible()
  expect(await screen.findByRole('row', { name: /ORD-000148/ })).toBeVisible()
  expect(countLine()).toBe('7 orders')
})

it('reads again when the window gets the focus', async () => {
  const { lists } = serveOrders({ orders: [adminOrder()] })
  open()
  await screen.findByRole('row', { name: /ORD-000148/ })
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(lists).toHaveLength(2))
})
