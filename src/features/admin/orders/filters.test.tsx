import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { adminOrder, adminOrders, serveOrders } from '@tests/support/orders-api'
import { address, countLine, openOrders } from '@tests/support/orders-page'
import { expect, it } from 'vitest'

const days = ['2026-11-01', '2026-11-20'] as const
const instants = [new Date(2026, 10, 1).toISOString(), new Date(2026, 10, 21).toISOString()]

it('asks the table for status and days, both days included', async () => {
  const { lists, searches, counted } = serveOrders({ orders: adminOrders(3) })
  openOrders(`?status=pending&from=${days[0]}&to=${days[1]}`)
  await screen.findByRole('row', { name: /ORD-000001/ })
  expect(lists[0]?.get('status')).toBe('eq.pending')
  expect(lists[0]?.getAll('created_at')).toEqual([`gte.${instants[0]}`, `lt.${instants[1]}`])
  expect(searches).toEqual([])
  const [p_from, p_to] = instants
  await waitFor(() => expect(countLine()).toBe('3 of 3 orders'))
  expect(counted).toEqual([{ p_status: 'pending', p_from, p_to }])
})

it.each([
  ['from', { p_from: instants[0] }],
  ['to', { p_to: instants[1] }],
] as const)('counts what matches with only "%s" given', async (name, asked) => {
  const { counted } = serveOrders({ orders: adminOrders(3), matches: 2 })
  openOrders(`?${name}=${name === 'from' ? days[0] : days[1]}`)
  await waitFor(() => expect(countLine()).toBe('2 of 3 orders'))
  expect(counted).toEqual([asked])
})

it('shows the overdue orders only, by the clock and the count of the database (D25)', async () => {
  const counts = { pending: 40, processing: 8, completed: 0, delivered: 0, cancelled: 0 }
  const { searches, counted, lists } = serveOrders({ orders: [adminOrder()], counts, overdue: 12 })
  const { user } = openOrders()
  await user.click(await screen.findByRole('link', { name: '12 overdue' }))
  expect(address().toString()).toBe('status=overdue')
  await waitFor(() => expect(countLine()).toBe('12 of 48 orders'))
  expect(searches).toEqual([{ p_search: '', p_status: 'overdue', p_reverse: false, p_limit: 26 }])
  expect(counted).toEqual([])
  expect(lists).toHaveLength(1)
  expect(screen.getByRole('link', { name: '12 overdue' })).toHaveAttribute('aria-current', 'true')
  expect(screen.getByLabelText('Status')).toHaveDisplayValue('Pending')

  await user.click(screen.getByRole('button', { name: 'Overdue only' }))
  expect(address().toString()).toBe('status=pending')
  await user.click(await screen.findByRole('link', { name: '12 overdue' }))
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(address().toString()).toBe('')
})

it('searches and counts among the overdue orders', async () => {
  const { searches, counted } = serveOrders({ orders: [adminOrder()], matches: 3 })
  openOrders('?status=overdue&q=tamsin')
  await waitFor(() => expect(counted).toEqual([{ p_search: 'tamsin', p_status: 'overdue' }]))
  expect(searches[0]).toMatchObject({ p_search: 'tamsin', p_status: 'overdue' })
})

it("asks the database's function for what is searched, as it was typed", async () => {
  const orders = [adminOrder({ customer_name: '50%_*(a), "b"' }), adminOrder({ status: 'delivered' })]
  const { lists, searches, counted } = serveOrders({ orders })
  openOrders(`?q=50%25_*(a),+"b"&status=pending&from=${days[0]}&to=${days[1]}`)
  await screen.findByRole('row', { name: /ORD-000148/ })
  const [p_from, p_to] = instants
  const asked = { p_search: '50%_*(a), "b"', p_status: 'pending', p_from, p_to }
  await waitFor(() => expect(countLine()).toBe('1 of 2 orders matching "50%_*(a), "b""'))
  expect(searches).toEqual([{ ...asked, p_reverse: false, p_limit: 26 }])
  expect(counted).toEqual([asked])
  expect(lists).toEqual([])
})

it('takes the count of a status from the counts of all orders', async () => {
  const counts = { pending: 1200, processing: 34, completed: 0, delivered: 0, cancelled: 0 }
  const { counted } = serveOrders({ orders: [adminOrder()], counts })
  openOrders('?status=pending')
  await waitFor(() => expect(countLine()).toBe('1,200 of 1,234 orders'))
  expect(counted).toEqual([])
})

it('says 10,000+ where a search finds more', async () => {
  const counts = { pending: 100_000, processing: 0, completed: 0, delivered: 0, cancelled: 0 }
  serveOrders({ orders: adminOrders(60), counts, matches: 10_001 })
  openOrders('?q=tamsin')
  await waitFor(() => expect(countLine()).toBe('10,000+ of 100,000 orders matching "tamsin"'))
  expect(screen.getByText('1 to 25 of 10,000+ orders')).toBeVisible()
})

it('counts days exactly, however many orders they have', async () => {
  serveOrders({ orders: [adminOrder()], matches: 10_001 })
  openOrders('?from=2020-01-01')
  await waitFor(() => expect(countLine()).toBe('10,001 of 1 orders'))
})

it('keeps filters in the address, searches as one types, and clears all at once', async () => {
  const { searches } = serveOrders({ orders: [adminOrder()] })
  const { user } = openOrders('?page=2')
  const status = await screen.findByLabelText('Status')
  expect(status).toHaveDisplayValue('All Statuses')
  expect(
    within(status)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All Statuses', 'Pending', 'Processing', 'Completed', 'Delivered', 'Cancelled'])
  expect(screen.queryByRole('button', { name: 'Clear All' })).not.toBeInTheDocument()
  await user.type(screen.getByRole('searchbox'), 'tam')
  await waitFor(() => expect(address().toString()).toBe('q=tam'))
  await user.selectOptions(status, 'Completed')
  expect(address().toString()).toBe('q=tam&status=completed')
  await waitFor(() => expect(searches.at(-1)?.p_status).toBe('completed'))
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(address().toString()).toBe('')
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(screen.queryByRole('button', { name: 'Clear All' })).not.toBeInTheDocument()
})

it('clears a search that is still being typed', async () => {
  const { searches } = serveOrders({ orders: [adminOrder()] })
  openOrders()
  // Without a pause between the two, in which the search would begin.
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'tam' } })
  fireEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(searches).toEqual([])
})

it('lets each day limit the other, and says when a typed one crosses', async () => {
  serveOrders({ orders: [] })
  openOrders('?from=2026-11-05&to=2026-11-20')
  expect(await screen.findByLabelText('From Date')).toHaveAttribute('max', '2026-11-20')
  expect(screen.getByLabelText('To Date')).toHaveAttribute('min', '2026-11-05')
  openOrders('?from=2026-11-25&to=2026-11-20')
  expect(await screen.findByText('This day is after To Date.')).toBeVisible()
})

it('takes no notice of a status or a day that does not exist', async () => {
  const { lists } = serveOrders({ orders: [adminOrder()] })
  openOrders('?status=lost&from=2026-02-31&to=soon')
  await screen.findByRole('row', { name: /ORD-000148/ })
  expect([lists[0]?.has('status'), lists[0]?.has('created_at')]).toEqual([false, false])
  expect(screen.queryByRole('button', { name: 'Clear All' })).not.toBeInTheDocument()
})

it('filters by a count card, and shows all again when it is clicked once more', async () => {
  serveOrders({ orders: adminOrders(2, { status: 'delivered' }) })
  const { user } = openOrders('?page=3')
  const card = await screen.findByRole('link', { name: /Delivered\s*2/ })
  await user.click(card)
  expect(address().toString()).toBe('status=delivered')
  expect(screen.getByLabelText('Status')).toHaveDisplayValue('Delivered')
  expect(card).toHaveAttribute('aria-current', 'true')
  await user.click(card)
  expect(address().toString()).toBe('')
})
