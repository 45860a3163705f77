import { screen, within } from '@testing-library/react'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { Component } from './page'

const counts: Record<string, number> = {
  profiles: 1043,
  benefits: 16,
  orders: 148,
  pending: 11,
  redeem_codes: 60,
  invite_codes: 75,
}

const counted = (name: string) =>
  new HttpResponse(null, { headers: { 'content-range': `*/${counts[name]}` } })

const healthy = () => HttpResponse.json({ name: 'GoTrue' })

/** Serves the counts, a database that answers and an auth that answers as told. */
function serveOverview({
  auth = healthy,
  database = () => HttpResponse.json([]),
}: Record<string, () => Response> = {}) {
  const asked: string[] = []
  server.use(
    http.head('*/rest/v1/:table', ({ request, params }) => {
      const query = new URL(request.url).searchParams
      asked.push(`${params.table} ${query.get('select')} ${query.get('status') ?? ''}`.trim())
      return counted(query.get('status') === 'eq.pending' ? 'pending' : String(params.table))
    }),
    http.get('*/rest/v1/app_settings', () => database()),
    http.get('*/auth/v1/health', () => auth()),
  )
  return asked
}

const status = (part: string) => screen.getByText(part).closest('div')

beforeEach(() => {
  serveOverview()
})

it('shows the six exact counts, each leading to its list', async () => {
  const asked = serveOverview()
  renderPage(<Component />)
  expect(screen.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await screen.findByText('1,043')
  const strip = screen.getByRole('list', { name: 'Statistics' })
  expect(
    within(strip)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Total Users1,043', '/admin/users'],
    ['Benefits16', '/admin/benefits'],
    ['Total Orders148', '/admin/orders'],
    ['Pending Orders11', '/admin/orders?status=pending'],
    ['Token Codes60', '/admin/token-codes'],
    ['Invite Codes75', '/admin/invite-codes'],
  ])
  expect(asked.toSorted()).toEqual([
    'benefits id',
    'invite_codes id',
    'orders id',
    'orders id eq.pending',
    'profiles id',
    'redeem_codes id',
  ])
})

it('tells failed statistics, keeps the rest of the page, and tries again', async () => {
  let down = true
  server.use(
    http.head('*/rest/v1/orders', () => (down ? new HttpResponse(null, { status: 403 }) : undefined)),
  )
  const { user } = renderPage(<Component />)
  await seeToast('Error', 'Failed to load dashboard statistics.')
  expect(await screen.findByText('Healthy')).toBeVisible()
  down = false
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1,043')).toBeVisible()
})

it('says Healthy and Active where it was measured, when, and Unknown where nothing can be (D23)', async () => {
  renderPage(<Component />)
  expect(await screen.findByText(/^Measured at \d/)).toBeVisible()
  expect(status('Database')).toHaveTextContent(/^DatabaseHealthy\d+ ms$/)
  expect(status('Authentication')).toHaveTextContent(/^AuthenticationActive\d+ ms$/)
  expect(status('Email Service')).toHaveTextContent('Unknown')
})

it.each([
  ['Degraded', () => HttpResponse.json({ message: 'no' }, { status: 500 })],
  ['Unreachable', () => HttpResponse.error()],
])('says %s where it is, and measures again when asked', async (word, answer) => {
  let auth: () => Response = answer
  serveOverview({ auth: () => auth(), database: answer })
  const { user } = renderPage(<Component />)
  expect(await screen.findByText(/^Measured at/)).toBeVisible()
  expect(status('Database')).toHaveTextContent(`Database${word}`)
  expect(status('Authentication')).toHaveTextContent(`Authentication${word}`)
  expect(screen.queryByText('Active')).not.toBeInTheDocument()
  auth = healthy
  await user.click(screen.getByRole('button', { name: 'Measure again' }))
  expect(await screen.findByText('Active')).toBeVisible()
})

it('has Quick Actions that lead somewhere', async () => {
  renderPage(<Component />)
  const links = within(
    screen.getByRole('heading', { name: 'Quick Actions' }).closest('section')!,
  ).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Review pending orders', '/admin/orders?status=pending'],
    ['Add Benefit', '/admin/benefits?new'],
    ['Manage token codes', '/admin/token-codes'],
    ['Manage invite codes', '/admin/invite-codes'],
    ['Manage users', '/admin/users'],
    ['Change the e-mail logo', '/admin/email-branding'],
  ])
  await screen.findByText('1,043')
})
