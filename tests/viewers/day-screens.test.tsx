import { screen, waitFor } from '@testing-library/react'
import { adminOrder, serveOrders } from '@tests/support/orders-api'
import { openOrders, orderNumbers, signInAsAdmin } from '@tests/support/orders-page'
import { serveOverview } from '@tests/support/overview-api'
import { renderPage } from '@tests/support/render'
import { beforeEach, expect, it } from 'vitest'
import { OverviewPage } from '@/features/admin/overview/page'
import { type Day, days } from './days'

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
    await waitFor(() => expect(orderNumbers()).toEqual(['ORD-000002', 'ORD-000001']))
    unmount()
  }
})

it('requests days in the local time zone', async () => {
  const asked = serveOverview()
  renderPage(<OverviewPage />)
  await screen.findByRole('heading', { name: /^Tokens, by/ })
  const now = Date.UTC(2026, 10, 20, 12)
  const offset = (zone: string) => new Date(now).toLocaleString('en-US', { timeZone: zone })
  await waitFor(() => {
    const flows = asked.filter(({ name }) => name === 'token_flow' || name === 'order_flow')
    expect(flows.map(({ name }) => name).sort()).toEqual(['order_flow', 'token_flow'])
    // Kolkata has two names.
    for (const { body } of flows) {
      expect(offset((body as { p_zone: string }).p_zone)).toBe(offset(process.env.TZ ?? ''))
    }
  })
})
