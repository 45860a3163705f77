import { screen } from '@testing-library/react'
import { signInWith } from '@tests/support/factors'
import { serveProfile } from '@tests/support/member-api'
import { forgetSession, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { Link, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { RequireAdmin, RequireUser } from '@/app/guards'
import * as session from '@/entities/session/session'

afterEach(async () => {
  vi.restoreAllMocks()
  await forgetSession()
})

/** Opens a page of the member or the admin area behind its guards. */
function open(route: string) {
  const isAdmin = route.startsWith('/admin')
  const page = (
    <Routes>
      <Route element={<RequireUser />}>
        {isAdmin ? (
          <Route element={<RequireAdmin />}>
            <Route path="*" element={<Link to="/admin/orders">Orders</Link>} />
          </Route>
        ) : (
          <Route path="*" element={<p>member page</p>} />
        )}
      </Route>
    </Routes>
  )
  return renderPage(page, { path: isAdmin ? '/admin/*' : '/dashboard/*', route })
}

const redirectedTo = (path: string) => screen.findByText(`elsewhere: ${path}`)
const memberPage = () => screen.findByText('member page')
const adminPage = () => screen.findByRole('link', { name: 'Orders' })

it('shows a spinner while the session is loading', () => {
  vi.spyOn(session, 'useSession').mockReturnValue({ status: 'loading' })
  open('/dashboard/orders')
  expect(screen.getByRole('status')).toHaveTextContent('Loading your session')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it.each(['/dashboard', '/dashboard/orders?q=vault&page=2', '/admin/users'])(
  'redirects users who are not signed in from %s to /auth, which remembers it (D17)',
  async (path) => {
    open(path)
    expect(await redirectedTo(`/auth?mode=signin&next=${encodeURIComponent(path)}`)).toBeInTheDocument()
  },
)

it('requires signing in again when returning after a sign-out', async () => {
  vi.spyOn(session, 'useSession').mockReturnValue({ status: 'signed-out', left: true })
  open('/dashboard')
  expect(await redirectedTo('/auth?mode=signin&next=%2Fdashboard')).toBeInTheDocument()
})

it('admits a signed-in user', async () => {
  await signInAs()
  open('/dashboard/orders')
  expect(await memberPage()).toBeInTheDocument()
})

it.each(['/dashboard/orders?q=vault', '/admin/users?q=x'])(
  'sends whoever has a second factor from %s to its code first (D54)',
  async (path) => {
    await signInWith(['Telephone'])
    open(path)
    expect(await redirectedTo(`/auth?next=${encodeURIComponent(path)}`)).toBeInTheDocument()
  },
)

it('admits whoever entered the code', async () => {
  await signInWith(['Telephone'], 'aal2')
  open('/dashboard/orders')
  expect(await memberPage()).toBeInTheDocument()
})

it('shows a spinner until the role is known, then admits an admin', async () => {
  await signInAs()
  serveProfile({ role: 'admin' })
  open('/admin/users')
  expect(screen.getByRole('status')).toHaveTextContent('Checking your access')
  expect(await adminPage()).toBeInTheDocument()
})

it('redirects a member from the admin area to /dashboard, with a toast', async () => {
  await signInAs()
  serveProfile({ role: 'user' })
  open('/admin/users')
  expect(await redirectedTo('/dashboard')).toBeInTheDocument()
  expect(await screen.findByText('Access denied')).toBeInTheDocument()
})

it('redirects a former admin at the next navigation', async () => {
  await signInAs()
  const served = serveProfile({ role: 'admin' })
  const { user } = open('/admin/users')
  const link = await adminPage()
  served.profile = { ...served.profile, role: 'user' }
  await user.click(link)
  expect(await redirectedTo('/dashboard')).toBeInTheDocument()
})

it('shows an error without a profile row, and retries (D19)', async () => {
  await signInAs()
  server.use(
    // No row is an error only where one object was requested.
    http.get('*/rest/v1/profiles', ({ request }) =>
      request.headers.get('accept')?.includes('pgrst.object')
        ? HttpResponse.json({ code: 'PGRST116', message: 'none' }, { status: 406 })
        : HttpResponse.json([]),
    ),
  )
  const { user } = open('/admin')
  expect(await screen.findByText('Failed to fetch profile')).toBeInTheDocument()
  serveProfile({ role: 'admin' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await adminPage()).toBeInTheDocument()
})
