import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequireUser } from '@/app/guards'
import { MemberLayout } from '@/app/layouts/member-layout'
import { PageHeader } from '@/components/ui/page-header'
import { toastError } from '@/components/ui/toast'
import { formatTime } from '@/lib/format'
import { profile } from '../../../tests/support/builders.ts'
import { goOffline } from '../../../tests/support/offline.ts'
import { forgetSession, renderPage, signInAs } from '../../../tests/support/render.tsx'
import { server } from '../../../tests/support/server.ts'

vi.mock('@/entities/shared/live', () => ({ useLiveUpdates: () => undefined }))

beforeEach(async () => {
  window.scrollTo = () => undefined
  await signInAs()
})
afterEach(forgetSession)

function show(answer: () => Response = () => HttpResponse.json(profile())) {
  server.use(http.get('*/rest/v1/profiles', answer))
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

const side = () => screen.getByRole('complementary', { name: 'Member Dashboard' })

it('shows the balance, the name and the current page', async () => {
  show()
  expect(await within(side()).findByText('87 tokens')).toBeInTheDocument()
  expect(within(side()).getByText('Tamsin Ferreira')).toBeInTheDocument()
  expect(within(side()).getByRole('link', { name: 'Dashboard', current: 'page' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Admin Panel' })).not.toBeInTheDocument()
})

it('links to the admin panel for admins only', async () => {
  show(() => HttpResponse.json(profile({ role: 'admin' })))
  expect(await screen.findByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin')
})

it('a link in the drawer closes it and moves focus to the heading of the new page', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Open menu' }))
  const drawer = screen.getByRole('dialog', { name: 'Member Dashboard' })
  await user.click(within(drawer).getByRole('link', { name: 'Order History' }))
  const heading = await screen.findByRole('heading', { name: 'Order History' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(drawer).not.toHaveAttribute('open')
  expect(document.title).toBe('Order History · Guildhall')
})

it('closes the drawer for a toast, which it would cover', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Open menu' }))
  const drawer = screen.getByRole('dialog', { name: 'Member Dashboard' })
  toastError('Error', 'This page could not be refreshed.')
  expect(drawer).not.toHaveAttribute('open')
})

it('shows the offline banner until the browser is online again', async () => {
  show()
  await within(side()).findByText('87 tokens')
  const comeBack = goOffline()
  // The minute may turn between the reading and here.
  const times = [60_000, 0].map((ago) => formatTime(new Date(Date.now() - ago).toISOString()))
  expect(
    times.map(
      (time) =>
        `You are offline. This page was last updated at ${time}. Changes cannot be saved until you are back online.`,
    ),
  ).toContain(screen.getByText(/^You are offline/).textContent)
  comeBack()
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument()
})

it('without a profile row it says so in place of the page, and tries again (D19)', async () => {
  const { user } = show(() => HttpResponse.json({ code: 'PGRST116', message: 'none' }, { status: 406 }))
  expect(await screen.findByText('Failed to fetch profile')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeInTheDocument()
  server.use(http.get('*/rest/v1/profiles', () => HttpResponse.json(profile())))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
})

it('signs out to the landing page, with the toast', async () => {
  server.use(http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })))
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('elsewhere: /')).toBeInTheDocument()
  expect(await screen.findByText('You have been successfully signed out.')).toBeInTheDocument()
})
