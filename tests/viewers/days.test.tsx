import { screen } from '@testing-library/react'
import { adminOrder, serveOrders } from '@tests/support/orders-api'
import { openOrders, orderNumbers, signInAsAdmin } from '@tests/support/orders-page'
import { serveOverview } from '@tests/support/overview-api'
import { renderPage } from '@tests/support/render'
import { beforeEach, expect, it, vi } from 'vitest'
import { OverviewPage } from '@/features/admin/overview/page'
import { formatDate } from '@/lib/format'
import { endOfDay, lastMomentOf, startOfDay } from '@/lib/local-day'

type Day = { day: string; start: string; end: string }

// Day boundaries, written by hand: an ordinary day, and those on which the clock changes (D27).
const days: Day[] =
  {
    'Pacific/Auckland': [
      { day: '2026-11-20', start: '2026-11-19T11:00:00.000Z', end: '2026-11-20T11:00:00.000Z' },
      { day: '2026-04-05', start: '2026-04-04T11:00:00.000Z', end: '2026-04-05T12:00:00.000Z' },
      { day: '2026-09-27', start: '2026-09-26T12:00:00.000Z', end: '2026-09-27T11:00:00.000Z' },
    ],
    'America/Los_Angeles': [
      { day: '2026-11-20', start: '2026-11-20T08:00:00.000Z', end: '2026-11-21T08:00:00.000Z' },
      { day: '2026-03-08', start: '2026-03-08T08:00:00.000Z', end: '2026-03-09T07:00:00.000Z' },
      { day: '2026-11-01', start: '2026-11-01T07:00:00.000Z', end: '2026-11-02T08:00:00.000Z' },
    ],
    'Asia/Kolkata': [
      { day: '2026-11-20', start: '2026-11-19T18:30:00.000Z', end: '2026-11-20T18:30:00.000Z' },
      { day: '2026-12-31', start: '2026-12-30T18:30:00.000Z', end: '2026-12-31T18:30:00.000Z' },
    ],
  }[process.env.TZ ?? ''] ?? []

it('has days for this time zone', () => expect(days).not.toEqual([]))

it.each(days)('starts and ends $day at local midnight', ({ day, start, end }) => {
  expect([startOfDay(day), endOfDay(day)]).toEqual([start, end])
})

it.each(days)('shows $day as the date of its last moment', ({ day }) => {
  expect(formatDate(lastMomentOf(day))).toBe(formatDate(`${day}T00:00`))
})

/** Orders on both sides of both boundaries of a day. */
function ordersAround({ start, end }: Day) {
  const times = [Date.parse(start) - 1, Date.parse(start), Date.parse(end) - 1, Date.parse(end)]
  return times.map((time, index) =>
    adminOrder({ order_number: `ORD-00000${index}`, created_at: new Date(time).toISOString() }),
  )
}

beforeEach(signInAsAdmin)

it.each(days)('lists the orders of $day, with and without a search', async (day) => {
  serveOrders({ orders: ordersAround(day) })
  for (const search of ['', '&q=keystone']) {
    const { unmount } = openOrders(`?from=${day.day}&to=${day.day}${search}`)
    await vi.waitFor(() => expect(orderNumbers()).toEqual(['ORD-000002', 'ORD-000001']))
    unmount()
  }
})

it('requests days in the local time zone', async () => {
  const asked = serveOverview()
  renderPage(<OverviewPage />)
  await screen.findByRole('heading', { name: /^Tokens, by/ })
  const now = Date.UTC(2026, 10, 20, 12)
  const offset = (zone: string) => new Date(now).toLocaleString('en-US', { timeZone: zone })
  await vi.waitFor(() => {
    const flows = asked.filter(({ name }) => name === 'token_flow' || name === 'order_flow')
    expect(flows.map(({ name }) => name).sort()).toEqual(['order_flow', 'token_flow'])
    // Kolkata has two names.
    for (const { body } of flows) {
      expect(offset((body as { p_zone: string }).p_zone)).toBe(offset(process.env.TZ ?? ''))
    }
  })
})
