import { screen, waitFor, within } from '@testing-library/react'
import { counts, refused, serveOverview } from '@tests/support/overview-api'
import { renderPage } from '@tests/support/render'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { OverviewPage } from './page'

/** Waits for everything that the page asks for. */
async function settled() {
  await screen.findByText(/^Measured at/)
  await screen.findByText('1,043')
  await screen.findByRole('img', { name: /^Tokens/ })
  await screen.findByRole('img', { name: /^Orders/ })
  await screen.findByText('94')
}

const linksOf = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

const section = (name: string) => screen.getByRole('heading', { name }).closest('section')!

it('shows the six exact counts of one call, each leading to its list', async () => {
  const asked = serveOverview()
  renderPage(<OverviewPage />)
  expect(screen.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await settled()
  expect(linksOf(screen.getByRole('list', { name: 'Statistics' }))).toEqual([
    ['Total Users1,0432 admins', '/admin/users'],
    ['Benefits1614 active', '/admin/benefits'],
    ['Total Orders1489 this week', '/admin/orders'],
    ['Pending Orders11', '/admin/orders?status=pending'],
    ['2 overdue', '/admin/orders?status=overdue'],
    ['Token Codes6023 available', '/admin/token-codes'],
    ['Invite Codes7534 available', '/admin/invite-codes'],
  ])
  expect(asked.map(({ name }) => name).toSorted()).toEqual([
    'admin_counts',
    'mail_status',
    'order_counts',
    'order_flow',
    'token_flow',
  ])
})

it('warns of overdue orders only where there are some (D25)', async () => {
  serveOverview({ admin_counts: () => HttpResponse.json({ ...counts, admins: 1, overdue: 0 }) })
  renderPage(<OverviewPage />)
  await settled()
  expect(screen.getByText('none overdue')).not.toHaveClass('text-warning')
  expect(await screen.findByText('1 admin')).toBeVisible()
})

it('draws the shape to come while the counts are on their way', () => {
  serveOverview({ admin_counts: () => new Promise(() => {}) })
  renderPage(<OverviewPage />)
  expect(linksOf(screen.getByRole('list', { name: 'Statistics' })).map(([text]) => text)).toEqual([
    'Total Users',
    'Benefits',
    'Total Orders',
    'Pending Orders',
    'Token Codes',
    'Invite Codes',
  ])
})

it('tells failed statistics, keeps the rest of the page, and tries again (D28)', async () => {
  let down = true
  serveOverview({ admin_counts: () => (down ? refused() : HttpResponse.json(counts)) })
  const { user } = renderPage(<OverviewPage />)
  await seeToast('Error', 'Failed to load dashboard statistics.')
  expect(await screen.findByRole('img', { name: /^Tokens/ })).toBeVisible()
  expect(await screen.findByText('Healthy')).toBeVisible()
  down = false
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1,043')).toBeVisible()
})

it('stands when everything fails: each part says so for itself', async () => {
  serveOverview({
    admin_counts: refused,
    token_flow: refused,
    order_flow: refused,
    order_counts: refused,
    mail_status: refused,
    database: refused,
    auth: refused,
  })
  renderPage(<OverviewPage />)
  await waitFor(() => {
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(4)
    expect(screen.getAllByText('Degraded')).toHaveLength(3)
  })
  expect(linksOf(section('Quick Actions'))).toHaveLength(4)
})

it('has Quick Actions that lead somewhere (D23)', async () => {
  serveOverview()
  renderPage(<OverviewPage />)
  expect(linksOf(section('Quick Actions'))).toEqual([
    ['Review pending orders', '/admin/orders?status=pending'],
    ['Add Benefit', '/admin/benefits?new'],
    ['Create token code', '/admin/token-codes?new'],
    ['Create invite code', '/admin/invite-codes?new'],
  ])
  await settled()
})

it('shows orders by status with their numbers, each leading to those orders', async () => {
  serveOverview()
  renderPage(<OverviewPage />)
  await settled()
  expect(linksOf(section('Orders by status'))).toEqual([
    ['All orders', '/admin/orders'],
    ['Pending11', '/admin/orders?status=pending'],
    ['Processing9', '/admin/orders?status=processing'],
    ['Completed22', '/admin/orders?status=completed'],
    ['Delivered94', '/admin/orders?status=delivered'],
    ['Cancelled12', '/admin/orders?status=cancelled'],
  ])
})

it('shows five zeros where nobody has ordered, and tries failed ones again', async () => {
  let answer: () => Response = refused
  serveOverview({ order_counts: () => answer() })
  const { user } = renderPage(<OverviewPage />)
  const alert = await screen.findByText('Orders by status could not be loaded.')
  answer = () => HttpResponse.json([])
  await user.click(within(alert.closest('section')!).getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'Pending 0' })
  expect(linksOf(section('Orders by status')).map(([text]) => text)).toEqual([
    'All orders',
    'Pending0',
    'Processing0',
    'Completed0',
    'Delivered0',
    'Cancelled0',
  ])
})
