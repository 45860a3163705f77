import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { urlParams } from '@tests/support/open-page'
import { adminOrder, adminOrders, serveOrders } from '@tests/support/orders-api'
import { countLine, openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { pendingRequests } from '@tests/support/server'
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(signInAsAdmin)

const day = (from?: Date, to?: Date) => ({
  ...(from && { from: from.toISOString() }),
  ...(to && { to: to.toISOString() }),
})
const november = [new Date(2026, 10, 1), new Date(2026, 10, 21)] as const
const none = { pending: 0, processing: 0, completed: 0, delivered: 0, cancelled: 0 }

it('filters the table by status and days, both days included', async () => {
  const { lists, searches } = serveOrders({ orders: adminOrders(3) })
  openOrders('?status=pending&from=2026-11-01&to=2026-11-20')
  await screen.findByRole('row', { name: /ORD-000001/ })
  expect(lists[0]?.get('status')).toBe('eq.pending')
  const [from, to] = november.map((date) => date.toISOString())
  expect(lists[0]?.getAll('created_at')).toEqual([`gte.${from}`, `lt.${to}`])
  expect(searches).toEqual([])
})

it.each([
  ['?status=pending', { counts: { ...none, pending: 1200, processing: 34 } }, '1,200 of 1,234 orders', []],
  ['?from=2026-11-01', { matches: 2 }, '2 of 3 orders', [day(november[0])]],
  ['?to=2026-11-20', { matches: 2 }, '2 of 3 orders', [day(undefined, november[1])]],
  [
    '?status=pending&from=2026-11-01&to=2026-11-20',
    {},
    '3 of 3 orders',
    [{ status: 'pending', ...day(...november) }],
  ],
  // Days are counted exactly, a search up to 10,000.
  ['?from=2020-01-01', { matches: 10_001 }, '10,001 of 3 orders', [day(new Date(2020, 0, 1))]],
  [
    '?q=tamsin',
    { counts: { ...none, pending: 100_000 }, matches: 10_001 },
    '10,000+ of 100,000 orders matching "tamsin"',
    [{ search: 'tamsin' }],
  ],
  [
    '?status=overdue&q=tamsin',
    { matches: 1 },
    '1 of 3 orders matching "tamsin"',
    [{ search: 'tamsin', status: 'overdue' }],
  ],
])('counts %s', async (query, served, line, requests) => {
  const { counted } = serveOrders({ orders: adminOrders(3), ...served })
  openOrders(query)
  await waitFor(() => expect(countLine()).toBe(line))
  expect(counted).toEqual(requests)
})

it('shows the overdue orders only, by the clock and the count of the database (D25)', async () => {
  const { searches, counted, lists } = serveOrders({
    orders: [adminOrder()],
    counts: { ...none, pending: 40, processing: 8 },
    overdue: 12,
  })
  const { user } = openOrders()
  await user.click(await screen.findByRole('link', { name: '12 overdue' }))
  expect(urlParams().toString()).toBe('status=overdue')
  await waitFor(() => expect(countLine()).toBe('12 of 48 orders'))
  expect(searches).toEqual([
    { p_filter: { status: 'overdue' }, p_sort: 'newest', p_reverse: false, p_limit: 26 },
  ])
  expect(counted).toEqual([])
  expect(lists).toHaveLength(1)
  expect(screen.getByRole('link', { name: '12 overdue' })).toHaveAttribute('aria-current', 'true')
  expect(screen.getByLabelText('Status')).toHaveDisplayValue('Pending')
  await user.click(screen.getByRole('button', { name: 'Overdue only' }))
  expect(urlParams().toString()).toBe('status=pending')
})

it('searches on the server for exactly what was typed', async () => {
  const orders = [adminOrder({ customer_name: '50%_*(a), "b"' }), adminOrder({ status: 'delivered' })]
  const { lists, searches, counted } = serveOrders({ orders })
  openOrders(`?q=50%25_*(a),+"b"&status=pending&from=2026-11-01&to=2026-11-20`)
  await waitFor(() => expect(countLine()).toBe('1 of 2 orders matching "50%_*(a), "b""'))
  const request = { search: '50%_*(a), "b"', status: 'pending', ...day(...november) }
  expect(searches).toEqual([{ p_filter: request, p_sort: 'newest', p_reverse: false, p_limit: 26 }])
  expect(counted).toEqual([request])
  expect(lists).toEqual([])
})

it('keeps filters in the URL, searches while typing, and clears all at once', async () => {
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
  await waitFor(() => expect(urlParams().toString()).toBe('q=tam'))
  await user.selectOptions(status, 'Completed')
  expect(urlParams().toString()).toBe('q=tam&status=completed')
  await waitFor(() => expect(searches.at(-1)?.p_filter.status).toBe('completed'))
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(urlParams().toString()).toBe('')
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it('clears a search that is still being typed', async () => {
  const { searches } = serveOrders({ orders: [adminOrder()] })
  openOrders()
  const field = await screen.findByRole('searchbox')
  vi.useFakeTimers()
  fireEvent.change(field, { target: { value: 'tam' } })
  fireEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(pendingRequests()).toEqual([])
  expect(searches).toEqual([])
})

it('limits each day by the other, and reports a typed one past it', async () => {
  serveOrders({ orders: [] })
  const { unmount } = openOrders('?from=2026-11-05&to=2026-11-20')
  expect(await screen.findByLabelText('From Date')).toHaveAttribute('max', '2026-11-20')
  expect(screen.getByLabelText('To Date')).toHaveAttribute('min', '2026-11-05')
  unmount()
  openOrders('?from=2026-11-25&to=2026-11-20')
  expect(await screen.findByText('This day is after To Date.')).toBeVisible()
})

it('ignores a status or a day that does not exist', async () => {
  const { lists } = serveOrders({ orders: [adminOrder()] })
  openOrders('?status=lost&from=2026-02-31&to=soon')
  await screen.findByRole('row', { name: /ORD-000148/ })
  expect([lists[0]?.has('status'), lists[0]?.has('created_at')]).toEqual([false, false])
  expect(screen.queryByRole('button', { name: 'Clear All' })).not.toBeInTheDocument()
})

it('filters by a count card, and shows all when it is clicked again', async () => {
  serveOrders({ orders: adminOrders(2, { status: 'delivered' }) })
  const { user } = openOrders('?page=3')
  const card = await screen.findByRole('link', { name: /Delivered\s*2/ })
  await user.click(card)
  expect(urlParams().toString()).toBe('status=delivered')
  expect(screen.getByLabelText('Status')).toHaveDisplayValue('Delivered')
  expect(card).toHaveAttribute('aria-current', 'true')
  await user.click(card)
  expect(urlParams().toString()).toBe('')
})
