import { screen, within } from '@testing-library/react'
import { serveProfile } from '@tests/support/member-api'
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
  expect(calls.sort()).toEqual(['pending_orders', 'report_counts'])
})
