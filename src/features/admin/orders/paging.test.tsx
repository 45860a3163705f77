import { screen, waitFor } from '@testing-library/react'
import { adminOrder, adminOrders, serveOrders } from '@tests/support/orders-api'
import { address, openOrders, orderNumbers } from '@tests/support/orders-page'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `ORD-${String(first + index).padStart(6, '0')}`)

/** Waits until the table shows these orders. */
const see = (first: number, last: number) =>
  waitFor(() => expect(orderNumbers()).toEqual(numbers(first, last)))

it.each([
  ['the table', ''],
  ['a search', '?q=tamsin'],
])('turns the pages of %s by key, to the end and back', async (_source, query) => {
  const { lists, searches } = serveOrders({ orders: adminOrders(60) })
  const { user } = openOrders(query)
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await see(1, 25)
  expect(await screen.findByText('1 to 25 of 60 orders')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()

  await press('Next')
  await see(26, 50)
  expect(address().get('page')).toBe('2')
  expect(address().get('after')).toMatch(/^2026-11-19T10:00:00.000Z~/)
  expect(screen.getByText('26 to 50 of 60 orders')).toBeVisible()
  await press('Next')
  await see(51, 60)
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()

  await press('Previous')
  await see(26, 50)
  expect(address().has('before')).toBe(true)
  await press('First page')
  await see(1, 25)
  expect(address().has('page')).toBe(false)
  await press('Last page')
  await see(51, 60)
  expect(address().get('last')).toBe('10')
  expect([lists.some((asked) => asked.has('offset')), searches.length > 0]).toEqual([false, query !== ''])
})

it('shows no pages below a list that has one', async () => {
  serveOrders({ orders: adminOrders(25) })
  openOrders()
  await see(1, 25)
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument()
})

it('reads a page by the key in its address, whatever was placed meanwhile', async () => {
  const orders = adminOrders(60)
  serveOrders({
    orders: [adminOrder({ order_number: 'ORD-000999', created_at: '2026-11-21T00:00:00Z' }), ...orders],
  })
  openOrders(`?page=2&after=${orders[24]?.created_at}~${orders[24]?.id}`)
  await see(26, 50)
})

it('tells orders of the same moment apart', async () => {
  const orders = adminOrders(60, { created_at: '2026-11-20T10:00:00Z' })
  orders.sort((a, b) => b.id.localeCompare(a.id))
  orders.forEach((order, index) => {
    order.order_number = numbers(1, 60)[index] ?? null
  })
  const { lists } = serveOrders({ orders })
  const { user } = openOrders()
  await see(1, 25)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await see(26, 50)
  expect(lists.map((query) => query.get('order'))).toEqual(lists.map(() => 'created_at.desc,id.desc'))
})

it.each([
  ['the table', '?page=3'],
  ['a search', '?q=tamsin&page=3'],
])('finds the page whose number was typed, in %s', async (_source, query) => {
  serveOrders({ orders: adminOrders(60) })
  openOrders(query)
  await see(51, 60)
})

it.each([
  ['past the end', '?page=9'],
  ['past the end of a search', '?q=tamsin&page=9'],
  ['deeper than a search is looked through', '?q=tamsin&page=42'],
])('shows the first page for an address that is %s', async (_case, query) => {
  const { searches } = serveOrders({ orders: adminOrders(60) })
  openOrders(query)
  await see(1, 25)
  expect(searches.every((asked) => (asked.p_limit ?? 0) <= 1000)).toBe(true)
})

it('shows the first page for a key that the database cannot read', async () => {
  serveOrders({ orders: adminOrders(60) })
  server.use(
    http.get('*/rest/v1/orders', ({ request }) =>
      new URL(request.url).searchParams.has('or')
        ? HttpResponse.json({ code: '22007', message: '' }, { status: 400 })
        : undefined,
    ),
  )
  openOrders('?page=2&after=yesterday~nobody')
  await see(1, 25)
})

it('starts at the first page when a filter changes', async () => {
  serveOrders({ orders: adminOrders(60) })
  const { user } = openOrders()
  await see(1, 25)
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await see(26, 50)
  await user.selectOptions(await screen.findByLabelText('Status'), 'Pending')
  expect(address().toString()).toBe('status=pending')
  await see(1, 25)
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await see(26, 50)
  await user.type(await screen.findByRole('searchbox'), 'tam')
  await waitFor(() => expect(address().toString()).toBe('status=pending&q=tam'))
  await see(1, 25)
})

it('keeps the focus at the pages when the pressed button has nowhere left to go', async () => {
  serveOrders({ orders: adminOrders(30) })
  const { user } = openOrders()
  await see(1, 25)
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await see(26, 30)
  expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveFocus()
})

it('keeps its place while the details of an order are open', async () => {
  serveOrders({ orders: adminOrders(60) })
  const { user } = openOrders('?page=2')
  await see(26, 50)
  await user.click(await screen.findByRole('button', { name: 'Details of ORD-000030' }))
  expect(await screen.findByRole('dialog', { busy: false })).toBeVisible()
  expect(address().get('page')).toBe('2')
  await user.keyboard('{Escape}')
  expect(address().toString()).toBe('page=2')
})
