import { screen, waitFor } from '@testing-library/react'
import { adminOrder, serveOrders } from '@tests/support/orders-api'
import { openOrders, signInAsAdmin } from '@tests/support/orders-page'
import { serveOverview } from '@tests/support/overview-api'
import { renderPage } from '@tests/support/render'
import { beforeEach, expect, it } from 'vitest'
import { OverviewPage } from '@/features/admin/overview/page'
import { days } from './days'

beforeEach(signInAsAdmin)

it('asks for the orders of a day on which the clocks change, with and without a search', async () => {
  const { day, start, end } = days[1]!
  const { lists, searches } = serveOrders({ orders: [adminOrder({ created_at: start })] })
  for (const search of ['', '&q=keystone']) {
    const { unmount } = openOrders(`?from=${day}&to=${day}${search}`)
    await screen.findByRole('row', { name: /ORD-000148/ })
    unmount()
  }
  expect(lists[0]?.getAll('created_at')).toEqual([`gte.${start}`, `lt.${end}`])
  expect(searches[0]?.p_filter).toMatchObject({ from: start, to: end })
})

it('requests days in the local time zone', async () => {
  const asked = serveOverview()
  renderPage(<OverviewPage />)
  await screen.findByRole('heading', { name: /^Tokens, by/ })
  const now = Date.UTC(2026, 10, 20, 12)
  const offset = (zone: string) => new Date(now).toLocaleString('en-US', { timeZone: zone })
  await waitFor(() => {
    const flows = asked.filter(({ name }) => name === 'token_flow')
    expect(flows).toHaveLength(1)
    // Kolkata has two names.
    for (const { body } of flows) {
      expect(offset((body as { p_zone: string }).p_zone)).toBe(offset(process.env.TZ ?? ''))
    }
  })
})
