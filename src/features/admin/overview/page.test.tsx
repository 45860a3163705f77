import { screen, within } from '@testing-library/react'
import { counts, serveOverview } from '@tests/support/overview-api'
import { renderPage } from '@tests/support/render'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { OverviewPage } from './page'

/** Waits for everything that the page requests. */
async function settled() {
  await screen.findByText(/^Measured at/)
  await screen.findByText('1,043')
  await screen.findByRole('img', { name: /^Tokens/ })
  await screen.findByRole('img', { name: /^Orders/ })
  await screen.findByText('94')
}

const links = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
const statistics = () => links(screen.getByRole('list', { name: 'Statistics' }))
const section = (name: string) => links(screen.getByRole('heading', { name }).closest('section')!)

it('shows exact counts, orders by status and quick actions, with links to their lists (D23)', async () => {
  const requests = serveOverview()
  renderPage(<OverviewPage />)
  expect(screen.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(statistics().map(([text]) => text)).toEqual([
    'Total Users',
    'Benefits',
    'Total Orders',
    'Pending Orders',
    'Token Codes',
    'Invite Codes',
  ])
  await settled()
  expect(statistics()).toEqual([
    ['Total Users1,0432 admins', '/admin/users'],
    ['Benefits1614 active', '/admin/benefits'],
    ['Total Orders1489 this week', '/admin/orders'],
    ['Pending Orders11', '/admin/orders?status=pending'],
    ['2 overdue', '/admin/orders?status=overdue'],
    ['Token Codes6023 available', '/admin/token-codes'],
    ['Invite Codes7534 available', '/admin/invite-codes'],
  ])
  expect(section('Orders by status')).toEqual([
    ['All orders', '/admin/orders'],
    ['Pending11', '/admin/orders?status=pending'],
    ['Processing9', '/admin/orders?status=processing'],
    ['Completed22', '/admin/orders?status=completed'],
    ['Delivered94', '/admin/orders?status=delivered'],
    ['Cancelled12', '/admin/orders?status=cancelled'],
  ])
  expect(section('Quick Actions')).toEqual([
    ['Review pending orders', '/admin/orders?status=pending'],
    ['Add Benefit', '/admin/benefits?new'],
    ['Create token code', '/admin/token-codes?new'],
    ['Create invite code', '/admin/invite-codes?new'],
  ])
  expect(requests.map(({ name }) => name).toSorted()).toEqual([
    'admin_counts',
    'email_status',
    'order_counts',
    'order_flow',
    'token_flow',
  ])
})

it('warns only of existing overdue orders (D25)', async () => {
  serveOverview({ admin_counts: () => HttpResponse.json({ ...counts, admins: 1, overdue: 0 }) })
  renderPage(<OverviewPage />)
  await settled()
  expect(screen.getByText('none overdue')).not.toHaveClass('text-warning')
  expect(await screen.findByText('1 admin')).toBeVisible()
})

it('counts zero by status without orders', async () => {
  serveOverview({ order_counts: () => HttpResponse.json([]) })
  renderPage(<OverviewPage />)
  await screen.findByRole('link', { name: 'Pending 0' })
  expect(section('Orders by status').map(([text]) => text)).toEqual([
    'All orders',
    'Pending0',
    'Processing0',
    'Completed0',
    'Delivered0',
    'Cancelled0',
  ])
})
