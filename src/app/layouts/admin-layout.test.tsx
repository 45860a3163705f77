import { screen, within } from '@testing-library/react'
import { signInWith } from '@tests/support/factors'
import { serveMySecondFactor, serveProfile } from '@tests/support/member-api'
import { serveNotices } from '@tests/support/notices-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { RequireUser } from '@/app/guards'
import { AdminLayout } from '@/app/layouts/admin-layout'

beforeEach(async () => {
  window.scrollTo = () => undefined
  await signInAs()
})

const noReports = {
  due_within_hour: 0,
  in_30_days: 0,
  replaced_in_30_days: 0,
  median_hours: null,
}

function open(pending: number) {
  serveProfile({ role: 'admin' })
  serveNotices()
  const calls: string[] = []
  server.use(
    http.post('*/rest/v1/rpc/:name', ({ params }) => {
      calls.push(String(params.name))
      const isReports = params.name === 'report_counts'
      return HttpResponse.json(isReports ? { ...noReports, open: pending } : pending)
    }),
  )
  const page = (
    <Routes>
      <Route element={<RequireUser />}>
        <Route element={<AdminLayout />}>
          <Route path="overview" element={<h1>Overview</h1>} />
        </Route>
      </Route>
    </Routes>
  )
  return { ...renderPage(page, { path: '/admin/*', route: '/admin/overview' }), calls }
}

const links = [
  'Benefits',
  'Users',
  'Orders',
  'Reports',
  'Token Codes',
  'Invite Codes',
  'Email Branding',
  'Activity',
]

it('names the area and links to its screens and back to the account', async () => {
  const { user } = open(0)
  const side = within(await screen.findByRole('complementary', { name: 'Admin Panel' }))
  expect(side.getByText('Admin Panel')).toBeInTheDocument()
  for (const name of links) expect(side.getByRole('link', { name })).toBeInTheDocument()
  await user.click(side.getByRole('link', { name: 'Back to Account' }))
  expect(await screen.findByText('elsewhere: /dashboard')).toBeInTheDocument()
})

it('shows the number of pending orders and of open reports with one request each', async () => {
  const { calls } = open(1100)
  expect(await screen.findByRole('link', { name: 'Orders 1,100 pending' })).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'Reports 1,100 open' })).toBeInTheDocument()
  expect(calls.sort()).toEqual(['my_second_factor', 'pending_orders', 'report_counts'])
})

it('tells an admin without a required second factor where to add one (D54)', async () => {
  open(0)
  serveMySecondFactor({ required: true })
  expect(await screen.findByRole('heading', { name: 'Admins need a second factor' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open your profile' })).toHaveAttribute(
    'href',
    '/dashboard/profile',
  )
})

it('tells an admin whose second factor is not approved whom to ask, and opens once it is (D54)', async () => {
  await signInWith(['Telephone'], 'aal2')
  const { user } = open(0)
  const mine = serveMySecondFactor({ required: true })
  expect(await screen.findByRole('heading', { name: 'Your second factor is not approved yet' })).toBeVisible()
  mine.approved = true
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible()
})
