import { screen, waitFor, within } from '@testing-library/react'
import { serveProfile } from '@tests/support/member-api'
import { notice, serveNotices } from '@tests/support/notices-api'
import { goOffline } from '@tests/support/offline'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { RequireUser } from '@/app/guards'
import { MemberLayout } from '@/app/layouts/member-layout'
import { PageHeader } from '@/components/ui/page-header'
import { toastError } from '@/components/ui/toast'
import * as live from '@/entities/shared/live'

beforeEach(async () => {
  vi.spyOn(live, 'useLiveUpdates').mockReturnValue(undefined)
  window.scrollTo = () => undefined
  await signInAs()
  serveProfile()
  serveNotices()
})

function open() {
  return renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route element={<MemberLayout />}>
          <Route index element={<PageHeader title="Dashboard" />} />
          <Route path="orders" element={<PageHeader title="Order History" />} />
        </Route>
      </Route>
    </Routes>,
    { path: '/dashboard/*', route: '/dashboard' },
  )
}

async function openDrawer() {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Open menu' }))
  return { user, drawer: screen.getByRole('dialog', { name: 'Member Dashboard' }) }
}

const side = () => within(screen.getByRole('complementary', { name: 'Member Dashboard' }))

it('shows the balance, the name and the current page', async () => {
  open()
  expect(await side().findByText('87 tokens')).toBeInTheDocument()
  expect(side().getByText('Tamsin Ferreira')).toBeInTheDocument()
  expect(side().getByRole('link', { name: 'Dashboard', current: 'page' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Admin Panel' })).not.toBeInTheDocument()
})

it('links to the admin panel for admins only', async () => {
  serveProfile({ role: 'admin' })
  open()
  expect(await screen.findByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin')
})

it('closes the drawer on a link and focuses the heading of the new page', async () => {
  const { user, drawer } = await openDrawer()
  await user.click(within(drawer).getByRole('link', { name: 'Order History' }))
  const heading = await screen.findByRole('heading', { name: 'Order History' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(drawer).not.toHaveAttribute('open')
  expect(document.title).toBe('Order History · Guildhall')
})

it('closes the drawer for a toast, which it would cover', async () => {
  const { drawer } = await openDrawer()
  toastError('Error', 'This page could not be refreshed.')
  expect(drawer).not.toHaveAttribute('open')
})

it('shows the offline banner until the browser is online again', async () => {
  open()
  await side().findByText('87 tokens')
  const goOnline = goOffline()
  expect(
    screen.getByText(/^You are offline\. This page was last updated at .*\. Changes cannot/),
  ).toBeVisible()
  goOnline()
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument()
})

it('shows an error instead of the page without a profile row, and retries (D19)', async () => {
  const none = () => HttpResponse.json({ code: 'PGRST116', message: 'none' }, { status: 406 })
  server.use(http.get('*/rest/v1/profiles', none))
  const { user } = open()
  expect(await screen.findByText('Failed to fetch profile')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeInTheDocument()
  serveProfile()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
})

it('signs out to the landing page, with a toast', async () => {
  server.use(http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('elsewhere: /')).toBeInTheDocument()
  expect(await screen.findByText('You have been successfully signed out.')).toBeInTheDocument()
})

it.each([
  ['3', 3],
  ['99+', 100],
])('shows %s unread notices at the bell, but not in the drawer', async (shown, count) => {
  serveNotices(Array.from({ length: count }, () => notice()))
  const { drawer } = await openDrawer()
  const bells = await screen.findAllByRole('button', { name: `Notices, ${count} unread` })
  for (const bell of bells) expect(bell).toHaveTextContent(shown)
  expect(side().getByRole('button', { name: /^Notices/ })).toBeInTheDocument()
  expect(within(drawer).queryByRole('button', { name: /^Notices/ })).toBeNull()
})

it('opens the notices from the bell, before the page has settled', async () => {
  const { user } = open()
  const bell = await side().findByRole('button', { name: 'Notices' })
  await user.click(bell)
  const panel = await screen.findByRole('dialog', { name: 'Notices' })
  expect(await within(panel).findByText('Nothing new')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog', { name: 'Notices' })).toBeNull()
})
