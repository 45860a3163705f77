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
  await screen.findByRole('group', { name: /^Tokens/ })
  await screen.findByRole('group', { name: /^Orders/ })
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
  await settled()
  expect(statistics()).toEqual([
    ['Total Users', '/admin/users'],
    ['Benefits', '/admin/benefits'],
    ['Total Orders', '/admin/orders'],
    ['Pending Orders', '/admin/orders?status=pending'],
    ['overdue', '/admin/orders?status=overdue'],
    ['Token Codes', '/admin/token-codes'],
    ['Invite Codes', '/admin/invite-codes'],
  ])
  const numbers = within(screen.getByRole('list', { name: 'Statistics' })).getAllByRole('button')
  expect(numbers.map((each) => each.getAttribute('aria-label'))).toEqual(
    [
      ['Total Users: 1,043', 'Admins: 2'],
      ['Benefits: 16', 'Active benefits: 14'],
      ['Total Orders: 148', 'Orders this week: 9'],
      ['Pending Orders: 11', 'Overdue orders: 2'],
      ['Token Codes: 60', 'Available token codes: 23'],
      ['Invite Codes: 75', 'Available invite codes: 34'],
    ].flatMap((tile) => tile.map((each) => `${each}. Explain`)),
  )
  expect(section('Orders by status')).toEqual([
    ['All orders', '/admin/orders'],
    ['Pending', '/admin/orders?status=pending'],
    ['Processing', '/admin/orders?status=processing'],
    ['Completed', '/admin/orders?status=completed'],
    ['Delivered', '/admin/orders?status=delivered'],
    ['Cancelled', '/admin/orders?status=cancelled'],
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
  expect(screen.queryByRole('link', { name: 'overdue' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Admins: 1. Explain' }).parentElement).toHaveTextContent(
    /^1 admin$/,
  )
})

it('counts zero by status without orders', async () => {
  serveOverview({ order_counts: () => HttpResponse.json([]) })
  renderPage(<OverviewPage />)
  for (const status of ['Pending', 'Processing', 'Completed', 'Delivered', 'Cancelled']) {
    expect(await screen.findByRole('button', { name: `${status} orders: 0. Explain` })).toBeVisible()
  }
})
