import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Link, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { RequireUser } from '@/app/guards'
import { AdminLayout } from '@/app/layouts/admin-layout'
import { profile } from '../../../tests/support/builders.ts'
import { renderPage, signInAs } from '../../../tests/support/render.tsx'
import { server } from '../../../tests/support/server.ts'

beforeEach(async () => {
  window.scrollTo = () => undefined
  await signInAs()
})

function open(pending: number) {
  server.use(
    http.get('*/rest/v1/profiles', () => HttpResponse.json(profile({ role: 'admin' }))),
    http.post('*/rest/v1/rpc/pending_orders', () => HttpResponse.json(pending)),
  )
  return renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route element={<AdminLayout />}>
          <Route index element={<h1>Overview</h1>} />
        </Route>
      </Route>
    </Routes>,
    { path: '/admin/*', route: '/admin' },
  )
}

it('names the area and links to its screens and back to the account', async () => {
  const { user } = open(0)
  const side = within(await screen.findByRole('complementary', { name: 'Admin Panel' }))
  expect(side.getByText('Admin Panel')).toBeInTheDocument()
  for (const name of [
    'Benefits',
    'Users',
    'Orders',
    'Token Codes',
    'Invite Codes',
    'Email Branding',
    'Activity',
  ]) {
    expect(side.getByRole('link', { name })).toBeInTheDocument()
  }
  await user.click(side.getByRole('link', { name: 'Back to Account' }))
  expect(await screen.findByText('elsewhere: /dashboard')).toBeInTheDocument()
})

it('shows the number of pending orders with one request', async () => {
  const asked: string[] = []
  const note = ({ request }: { request: Request }) => void asked.push(new URL(request.url).pathname)
  server.events.on('request:start', note)
  open(1100)
  expect(await screen.findByRole('link', { name: 'Orders 1,100 pending' })).toBeInTheDocument()
  server.events.removeListener('request:start', note)
  expect(asked.filter((path) => path.includes('/rpc/'))).toEqual(['/rest/v1/rpc/pending_orders'])
})

it('shows no count when no order is pending', async () => {
  open(0)
  expect(await screen.findByRole('link', { name: 'Orders' })).toBeInTheDocument()
})

it('gives focus to the page when one comes from the account', async () => {
  server.use(http.get('*/rest/v1/profiles', () => HttpResponse.json(profile({ role: 'admin' }))))
  server.use(http.post('*/rest/v1/rpc/pending_orders', () => HttpResponse.json(0)))
  const { user } = renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route index element={<Link to="overview">Admin Panel</Link>} />
        <Route element={<AdminLayout />}>
          <Route path="overview" element={<h1 tabIndex={-1}>Overview</h1>} />
        </Route>
      </Route>
    </Routes>,
    { path: '/admin/*', route: '/admin' },
  )
  await user.click(await screen.findByRole('link', { name: 'Admin Panel' }))
  expect(await screen.findByRole('heading', { name: 'Overview' })).toHaveFocus()
})
