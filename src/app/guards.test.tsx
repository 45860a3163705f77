import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Link, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { RequireAdmin, RequireUser } from '@/app/guards'
import { useSignOutWithToast } from '@/app/layouts/use-sign-out-with-toast'
import type { Session } from '@/entities/session/session'
import { profile } from '../../tests/support/builders.ts'
import { forgetSession, renderPage, signInAs } from '../../tests/support/render.tsx'
import { server } from '../../tests/support/server.ts'

const forced = vi.hoisted(() => ({ session: undefined as Session | undefined }))

vi.mock('@/entities/session/session', async (original) => {
  const real = await original<typeof import('@/entities/session/session')>()
  function useSession() {
    const session = real.useSession()
    return forced.session ?? session
  }
  return { ...real, useSession }
})

afterEach(async () => {
  forced.session = undefined
  await forgetSession()
})

function SignOutButton() {
  const { leave } = useSignOutWithToast()
  return (
    <button type="button" onClick={leave}>
      Sign Out
    </button>
  )
}

function showMember(route: string, element = <p>member page</p>) {
  const page = (
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="*" element={element} />
      </Route>
    </Routes>
  )
  return renderPage(page, { path: '/dashboard/*', route })
}

function AdminPage() {
  return (
    <>
      <p>admin page</p>
      <Link to="/admin/orders">Orders</Link>
    </>
  )
}

function showAdmin(route: string) {
  const page = (
    <Routes>
      <Route element={<RequireUser />}>
        <Route element={<RequireAdmin />}>
          <Route path="*" element={<AdminPage />} />
        </Route>
      </Route>
    </Routes>
  )
  return renderPage(page, { path: '/admin/*', route })
}

function profileAnswers(role: string) {
  server.use(http.get('*/rest/v1/profiles', () => HttpResponse.json(profile({ role }))))
}

it('shows a spinner while the session is loading', () => {
  forced.session = { status: 'loading' }
  showMember('/dashboard/orders')
  expect(screen.getByRole('status')).toHaveTextContent('Loading your session')
  expect(screen.queryByText('member page')).not.toBeInTheDocument()
})

it.each([
  ['/dashboard', '/auth?mode=signin&next=%2Fdashboard'],
  [
    '/dashboard/orders?q=vault&page=2',
    `/auth?mode=signin&next=${encodeURIComponent('/dashboard/orders?q=vault&page=2')}`,
  ],
])('sends those who are not signed in from %s to /auth, which remembers it (D17)', async (from, to) => {
  showMember(from)
  expect(await screen.findByText(`elsewhere: ${to}`)).toBeInTheDocument()
})

it('leads home from the page on which one signed out', async () => {
  await signInAs()
  server.use(http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })))
  const { user } = showMember('/dashboard/orders', <SignOutButton />)
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('elsewhere: /')).toBeInTheDocument()
})

it('asks those to sign in who come back after they signed out', async () => {
  forced.session = { status: 'signed-out', left: true }
  showMember('/dashboard')
  expect(await screen.findByText('elsewhere: /auth?mode=signin&next=%2Fdashboard')).toBeInTheDocument()
})

it('lets the signed-in through', async () => {
  await signInAs()
  showMember('/dashboard/orders')
  expect(await screen.findByText('member page')).toBeInTheDocument()
})

it('shows a spinner until the role is known, then lets an admin through', async () => {
  await signInAs()
  profileAnswers('admin')
  showAdmin('/admin/users')
  expect(screen.getByRole('status')).toHaveTextContent('Checking your access')
  expect(await screen.findByText('admin page')).toBeInTheDocument()
})

it('sends a member from the admin area to /dashboard and says so', async () => {
  await signInAs()
  profileAnswers('user')
  showAdmin('/admin/users')
  expect(await screen.findByText('elsewhere: /dashboard')).toBeInTheDocument()
  expect(await screen.findByText('Access denied')).toBeInTheDocument()
})

it('sends away with the next screen whoever is no longer an admin', async () => {
  await signInAs()
  profileAnswers('admin')
  const { user } = showAdmin('/admin/users')
  await screen.findByText('admin page')
  profileAnswers('user')
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  expect(await screen.findByText('elsewhere: /dashboard')).toBeInTheDocument()
  expect(await screen.findByText('Access denied')).toBeInTheDocument()
})

it('sends those who are not signed in from the admin area to /auth', async () => {
  showAdmin('/admin/users')
  expect(await screen.findByText('elsewhere: /auth?mode=signin&next=%2Fadmin%2Fusers')).toBeInTheDocument()
})

it('without a profile row it says so and tries again (D19)', async () => {
  await signInAs()
  server.use(
    // No row is an error only where one object was asked for.
    http.get('*/rest/v1/profiles', ({ request }) =>
      request.headers.get('accept')?.includes('pgrst.object')
        ? HttpResponse.json({ code: 'PGRST116', message: 'none' }, { status: 406 })
        : HttpResponse.json([]),
    ),
  )
  const { user } = showAdmin('/admin')
  expect(await screen.findByText('Failed to fetch profile')).toBeInTheDocument()
  profileAnswers('admin')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('admin page')).toBeInTheDocument()
})
