import { screen, waitFor, within } from '@testing-library/react'
import { orderMonth, serveOverview, tokenWeeks } from '@tests/support/overview-api'
import { address, renderPage } from '@tests/support/render'
import { HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { OverviewPage } from '../page'

const section = (name: string | RegExp) => within(screen.getByRole('heading', { name }).closest('section')!)
const cells = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent)
const flowOf = (requests: { name: string; body: unknown }[]) =>
  requests.filter(({ name }) => name === 'token_flow').map(({ body }) => body)

const still = (outstanding: number) =>
  HttpResponse.json(tokenWeeks.map((row) => ({ ...row, issued: 0, spent: 0, outstanding })))

const tokens = /^Tokens in each of the last 12 weeks: 1,200 issued and 480 spent in all, 720 outstanding now$/

it('draws tokens by week with their totals, in the time zone of the viewer (D27)', async () => {
  const requests = serveOverview()
  renderPage(<OverviewPage />)
  expect(await screen.findByRole('group', { name: tokens })).toBeVisible()
  const part = section('Tokens, by week')
  expect(part.getAllByRole('definition').map((total) => total.textContent)).toEqual(['1,200', '480', '720'])
  expect(part.getByText('last 12 weeks')).toBeVisible()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(flowOf(requests)).toEqual([{ p_step: 'week', p_steps: 12, p_zone: zone }])
})

it('shows the tokens as a table, and as a chart again', async () => {
  serveOverview()
  const { user } = renderPage(<OverviewPage />)
  await screen.findByRole('group', { name: tokens })
  const part = section('Tokens, by week')
  await user.click(part.getByRole('button', { name: 'Show as table' }))
  expect(part.queryByRole('group', { name: /^Tokens in/ })).not.toBeInTheDocument()
  expect(screen.getByRole('group', { name: /^Orders/ })).toBeVisible()
  const rows = within(part.getByRole('table', { name: 'Tokens, by week' })).getAllByRole('row')
  expect(rows).toHaveLength(1 + 12 + 1)
  expect(cells(rows[0]!)).toEqual(['Week from', 'Issued', 'Spent', 'Outstanding'])
  expect(cells(rows[1]!).slice(1)).toEqual(['100', '40', '60'])
  expect(cells(rows[13]!)).toEqual(['Total', '1,200', '480', '720'])
  await user.click(part.getByRole('button', { name: 'Show as chart' }))
  expect(part.getByRole('group', { name: tokens })).toBeVisible()
})

it('opens each bar and point, reached by arrows from one stop for Tab (D48)', async () => {
  serveOverview()
  const { user } = renderPage(<OverviewPage />)
  const chart = within(await screen.findByRole('group', { name: tokens }))
  expect(chart.getAllByRole('button')).toHaveLength(3 * 12)
  const stops = chart.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
  expect(stops).toHaveLength(1)
  stops[0]?.focus()
  await user.keyboard('{ArrowLeft}{ArrowDown}')
  expect(document.activeElement).toHaveAccessibleName(/^Week from Nov 13, 2026, spent: 40. Explain$/)
  await user.keyboard('{ArrowDown}{Home}')
  expect(document.activeElement).toHaveAccessibleName(/, outstanding: 60. Explain$/)
  await user.keyboard('{Enter}')
  expect(address()).toBe('?explain=outstanding..week.2026-09-04')
})

it('takes the step from the URL, and changes it (D20)', async () => {
  const requests = serveOverview()
  const { user } = renderPage(<OverviewPage />, { route: '/?step=month' })
  expect(await screen.findByRole('heading', { name: 'Tokens, by month' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Month' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(screen.getByRole('button', { name: 'Day' }))
  expect(screen.getByRole('heading', { name: 'Tokens, by day' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Week' }))
  expect(await screen.findByRole('group', { name: tokens })).toBeVisible()
  await waitFor(() =>
    expect(flowOf(requests)).toEqual([
      expect.objectContaining({ p_step: 'month', p_steps: 12 }),
      expect.objectContaining({ p_step: 'day', p_steps: 30 }),
      expect.objectContaining({ p_step: 'week', p_steps: 12 }),
    ]),
  )
})

it('shows the exact numbers of the column under the pointer, until Escape', async () => {
  serveOverview()
  const { user } = renderPage(<OverviewPage />)
  const chart = await screen.findByRole('group', { name: tokens })
  vi.spyOn(chart, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1200, 300))
  await user.pointer({ target: chart, coords: { clientX: 150 } })
  expect(chart).toHaveTextContent('Issued100Spent40Outstanding120')
  await user.pointer({ target: chart, coords: { clientX: 1200 } })
  expect(chart).toHaveTextContent('Outstanding720')
  await user.keyboard('{Escape}')
  expect(chart).not.toHaveTextContent('Outstanding')
  await user.pointer({ target: chart, coords: { clientX: 1 } })
  await user.pointer({ target: document.body })
  expect(chart).not.toHaveTextContent('Outstanding')
})

it('draws orders by day with their statuses, and as a table', async () => {
  serveOverview()
  const { user } = renderPage(<OverviewPage />)
  const chart = await screen.findByRole('group', {
    name: 'Orders placed on each of the last 30 days: 2 in all, 2 on the busiest day',
  })
  vi.spyOn(chart, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 100))
  await user.pointer({ target: chart, coords: { clientX: 299 } })
  expect(chart).toHaveTextContent(/: 2 ordersPending2(?!.*Delivered)/)
  const part = section('Orders by day')
  await user.click(part.getByRole('button', { name: 'Show as table' }))
  const rows = within(part.getByRole('table', { name: 'Orders by day' })).getAllByRole('row')
  expect(rows).toHaveLength(1 + 30 + 1)
  expect(cells(rows[30]!).slice(1)).toEqual(['2', '0', '0', '0', '0', '2'])
  expect(cells(rows[31]!)).toEqual(['Total', '2', '0', '0', '0', '0', '2'])
})

it('shows the empty state with the next step', async () => {
  serveOverview({
    token_flow: () => still(0),
    order_flow: () => HttpResponse.json(orderMonth.map((row) => ({ ...row, pending: 0 }))),
  })
  renderPage(<OverviewPage />)
  expect(await screen.findByText('No tokens have been issued yet.')).toBeVisible()
  expect(await screen.findByText('No orders in the last 30 days.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show as table' })).not.toBeInTheDocument()
  const next = section('Tokens, by week').getByRole('link', { name: 'Create token code' })
  expect(next).toHaveAttribute('href', '/admin/token-codes?new')
})

it('draws what is outstanding even when nothing moved', async () => {
  serveOverview({ token_flow: () => still(25) })
  renderPage(<OverviewPage />)
  expect(
    await screen.findByRole('group', { name: /0 issued and 0 spent in all, 25 outstanding/ }),
  ).toBeVisible()
})

it('shows the skeleton of the chart or table while loading', async () => {
  serveOverview({ token_flow: () => new Promise(() => {}) })
  const { user } = renderPage(<OverviewPage />)
  const part = section('Tokens, by week')
  const terms = part.getAllByRole('term').map((name) => name.textContent)
  expect(terms).toEqual(['Issued', 'Spent', 'Outstanding'])
  expect(part.queryByRole('group', { name: /^Tokens in/ })).not.toBeInTheDocument()
  await user.click(part.getByRole('button', { name: 'Show as table' }))
  expect(part.getByRole('table')).toHaveAttribute('aria-busy', 'true')
})
