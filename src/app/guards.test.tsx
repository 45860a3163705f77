import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { signInWith } from '@tests/support/factors'
import { held, heldTimer } from '@tests/support/held'
import { broken, serveMySecondFactor, serveProfile } from '@tests/support/member-api'
import { notification, serveNotifications } from '@tests/support/notifications-api'
import { goOffline } from '@tests/support/offline'
import { forgetSession, renderPage, signInAs } from '@tests/support/render'
import { see } from '@tests/support/see'
import { serveCall, server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { Link, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { RequireAdmin, RequireUser } from '@/app/guards'
import { AdminLayout } from '@/app/layouts/admin-layout'
import { MemberLayout } from '@/app/layouts/member-layout'
import { useLazyModule } from '@/app/layouts/use-lazy-module'
import { usePalette } from '@/app/layouts/use-palette'
import { addLayer } from '@/components/dialog/open-dialogs'
import { Palette } from '@/components/palette/palette'
import { PageHeader } from '@/components/ui/page-header'
import { toastError } from '@/components/ui/toast'
import * as session from '@/entities/session/session'
import * as live from '@/entities/shared/live'
import { AdminPaletteDialog } from '@/features/admin/palette'
import { AuthPage } from '@/features/auth/page'
import { OwnPaletteDialog } from '@/features/member/palette'
import { LeavingBar } from '@/features/member/profile/privacy/leaving-bar'
import * as initialLoad from '@/lib/after-initial-load'

describe('the guards', () => {
  afterEach(async () => {
    vi.restoreAllMocks()
    await forgetSession()
  })

  const shown = vi.fn()
  beforeEach(() => void shown.mockReset())
  function AdminPage() {
    shown()
    return <Link to="/admin/orders">Orders</Link>
  }

  /** Opens a page of the member or the admin area behind its guards. */
  function open(route: string) {
    const isAdmin = route.startsWith('/admin')
    const page = (
      <Routes>
        <Route element={<RequireUser />}>
          {isAdmin ? (
            <Route element={<RequireAdmin />}>
              <Route path="*" element={<AdminPage />} />
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
  const adminPage = () => screen.findByRole('link', { name: 'Orders' })

  it('shows a spinner while the session is loading', () => {
    vi.spyOn(session, 'useSession').mockReturnValue({ status: 'loading' })
    open('/dashboard/orders')
    expect(screen.getByRole('status')).toHaveTextContent('Loading your session')
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  it('redirects users who are not signed in to /auth, which remembers the address (D17)', async () => {
    const path = '/dashboard/orders?q=vault&page=2'
    open(path)
    expect(await redirectedTo(`/auth?mode=signin&next=${encodeURIComponent(path)}`)).toBeInTheDocument()
  })

  it('says to whoever was signed out that they continue where they left off', async () => {
    await signInAs()
    const screens = (
      <Routes>
        <Route element={<RequireUser />}>
          <Route path="/dashboard" element={<p>member page</p>} />
        </Route>
        <Route path="/auth" element={<AuthPage />} />
      </Routes>
    )
    renderPage(screens, { path: '*', route: '/dashboard' })
    await see('member page')
    await act(forgetSession)
    await see('You were signed out. Sign in to continue where you left off.')
  })

  it('requires signing in again when returning after a sign-out', async () => {
    vi.spyOn(session, 'useSession').mockReturnValue({ status: 'signed-out', signedOutHere: true })
    open('/dashboard')
    expect(await redirectedTo('/auth?mode=signin&next=%2Fdashboard')).toBeInTheDocument()
  })

  it('asks for the code of a second factor first, and then admits (D54)', async () => {
    await signInWith(['Telephone'])
    const path = '/dashboard/orders?q=vault'
    const { unmount } = open(path)
    expect(await redirectedTo(`/auth?next=${encodeURIComponent(path)}`)).toBeInTheDocument()
    unmount()
    await signInWith(['Telephone'], 'aal2')
    open(path)
    expect(await screen.findByText('member page')).toBeInTheDocument()
  })

  it('shows a spinner until the role is known, admits an admin, and redirects who is an admin no longer', async () => {
    await signInAs()
    const served = serveProfile({ role: 'admin' })
    const { user } = open('/admin/users')
    expect(screen.getByRole('status')).toHaveTextContent('Checking your access')
    const link = await adminPage()
    served.profile = { ...served.profile, role: 'user' }
    await user.click(link)
    expect(await redirectedTo('/dashboard')).toBeInTheDocument()
  })

  it('redirects a member from the admin area to /dashboard, with a toast', async () => {
    await signInAs()
    serveProfile({ role: 'user' })
    open('/admin/users')
    expect(await redirectedTo('/dashboard')).toBeInTheDocument()
    expect(await screen.findByText('Access denied')).toBeInTheDocument()
    expect(shown).not.toHaveBeenCalled()
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
})

describe('the member layout', () => {
  beforeEach(async () => {
    vi.spyOn(live, 'useLiveUpdates').mockReturnValue(undefined)
    window.scrollTo = () => undefined
    await signInAs()
    serveProfile()
    serveNotifications()
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

  it('shows the balance, the name, the current page, the offline banner, and up to 99 unread notifications, but not in the drawer', async () => {
    const { rows } = serveNotifications(Array.from({ length: 100 }, () => notification()))
    const { user, drawer } = await openDrawer()
    expect(await side().findByText('87 tokens')).toBeInTheDocument()
    expect(side().getByText('Tamsin Ferreira')).toBeInTheDocument()
    expect(side().getByRole('link', { name: 'Dashboard', current: 'page' })).toBeInTheDocument()
    for (const name of ['Admin Panel', 'Membership & Payments'])
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument()
    const goOnline = goOffline()
    expect(
      screen.getByText(/^You are offline\. This page was last updated at .*\. Changes cannot/),
    ).toBeVisible()
    goOnline()
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument()
    const bells = await screen.findAllByRole('button', { name: 'Notifications, 100 unread' })
    for (const bell of bells) expect(bell).toHaveTextContent('99+')
    expect(within(drawer).queryByRole('button', { name: /^Notifications/ })).toBeNull()
    rows.length = 0
    await user.click(side().getByRole('button', { name: /^Notifications/ }))
    const panel = await screen.findByRole('dialog', { name: 'Notifications' })
    expect(await within(panel).findByText('Nothing new')).toBeVisible()
    await user.click(within(panel).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull()
    await user.click(within(drawer).getByRole('button', { name: 'Close menu' }))
    expect(drawer).not.toHaveAttribute('open')
  })

  it('closes the drawer on a link, whose heading it focuses, and for a toast, which it would cover', async () => {
    serveProfile({ role: 'admin', current_tokens: 0 })
    serveCall('my_membership', () => ({ payments: 'test', state: 'active' }))
    window.scrollTo = vi.fn()
    const { user, drawer } = await openDrawer()
    expect((await screen.findByText('Test mode')).parentElement).toHaveTextContent(
      'Test mode Only admins can pay, with the test cards of Stripe. No money moves.',
    )
    expect(await side().findByText('0 tokens')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Balance: 0 tokens' })).toBeVisible()
    expect(await side().findByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin')
    const payments = await side().findByRole('link', { name: 'Membership & Payments' })
    expect(payments).toHaveAttribute('href', '/dashboard/membership')
    await user.click(within(drawer).getByRole('link', { name: 'Order History' }))
    const heading = await screen.findByRole('heading', { name: 'Order History' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(drawer).not.toHaveAttribute('open')
    expect(document.title).toBe('Order History · Guildhall')
    expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0)
    expect(side().getByRole('link', { current: 'page' })).toHaveTextContent('Order History')
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(drawer).toHaveAttribute('open')
    toastError('Error', 'This page could not be refreshed.')
    expect(drawer).not.toHaveAttribute('open')
  })

  it('shows an error instead of the page without a profile row, retries (D19), and signs out', async () => {
    const none = () => HttpResponse.json({ code: 'PGRST116', message: 'none' }, { status: 406 })
    server.use(
      http.get('*/rest/v1/profiles', none),
      http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })),
    )
    const { user } = open()
    expect(await screen.findByText('Failed to fetch profile')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeInTheDocument()
    expect(side().getByText('unknown')).toBeInTheDocument()
    await see('Your tokens and orders are not affected.')
    serveProfile()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    expect(await screen.findByText('elsewhere: /')).toBeInTheDocument()
    expect(await screen.findByText('You have been successfully signed out.')).toBeInTheDocument()
  })
})

describe('the admin layout', () => {
  beforeEach(async () => {
    window.scrollTo = () => undefined
    await signInAs()
  })

  function open(pending: number) {
    serveProfile({ role: 'admin' })
    serveNotifications()
    const calls: string[] = []
    server.use(
      http.post('*/rest/v1/rpc/:name', ({ params }) => {
        calls.push(String(params.name))
        const isReports = params.name === 'report_counts'
        return HttpResponse.json(isReports ? { open: pending } : pending)
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

  const links = 'Benefits,Users,Token Codes,Invite Codes,Announcements,Email Branding,Activity,Settings'

  it('links to its screens with what is pending, by one request each, and back to the account', async () => {
    const { user, calls } = open(1100)
    expect(await screen.findByRole('link', { name: 'Orders 1,100 pending' })).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Reports 1,100 open' })).toBeInTheDocument()
    expect(calls.sort()).toEqual(['my_membership', 'my_second_factor', 'pending_orders', 'report_counts'])
    const side = within(screen.getByRole('complementary', { name: 'Admin Panel' }))
    expect(side.getByText('Admin Panel')).toBeInTheDocument()
    for (const name of links.split(',')) expect(side.getByRole('link', { name })).toBeInTheDocument()
    await user.click(side.getByRole('link', { name: 'Back to Account' }))
    expect(await screen.findByText('elsewhere: /dashboard')).toBeInTheDocument()
  })

  it('tells an admin without a required second factor where to add one (D54)', async () => {
    open(0)
    serveMySecondFactor({ required: true })
    expect(await screen.findByRole('heading', { name: 'Admins need a second factor' })).toBeVisible()
    await see(
      'Add an authenticator in your profile. Another admin must then approve it. Until then you have the rights of a member.',
    )
    expect(screen.getByRole('link', { name: 'Open your profile' })).toHaveAttribute(
      'href',
      '/dashboard/profile',
    )
  })

  it('tells an admin whose second factor is not approved whom to ask, and opens once it is (D54)', async () => {
    await signInWith(['Telephone'], 'aal2')
    const { user } = open(0)
    const mine = serveMySecondFactor({ required: true })
    expect(
      await screen.findByRole('heading', { name: 'Your second factor is not approved yet' }),
    ).toBeVisible()
    await see(
      'It was added with your password alone. Ask another admin to open you under Users and to choose Approve second factor.',
    )
    mine.approved = true
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible()
  })
})

describe('a deletion that waits', () => {
  it('tells the last admin, also on admin pages, that the deletion waits for another one', async () => {
    await signInAs()
    serveProfile({ role: 'admin', deletes_at: '2026-01-01T00:00:00Z' })
    const called: string[] = []
    server.use(
      http.post('*/rest/v1/rpc/keep_account', () => {
        called.push('keep')
        return HttpResponse.json(true)
      }),
    )
    const { user } = renderPage(<LeavingBar />)
    const bar = within(await screen.findByRole('complementary', { name: 'Deletion of your account' }))
    expect(bar.getByText('Your account will be deleted as soon as there is another admin.')).toBeVisible()
    await user.click(bar.getByRole('button', { name: 'Keep my account' }))
    await waitFor(() => expect(called).toEqual(['keep']))
    await seeToast('Your account stays.', 'Nothing was deleted.')
  })

  it('is announced on every page but the tab that says so itself', async () => {
    await signInAs()
    serveProfile({ deletes_at: '2199-01-01T00:00:00Z' })
    const bar = () => screen.queryByRole('complementary', { name: 'Deletion of your account' })
    for (const [route, isSaid] of [
      ['/dashboard/profile?tab=privacy', false],
      ['/dashboard/profile', true],
      ['/dashboard/orders?tab=privacy', true],
    ] as const) {
      const { client, unmount } = renderPage(<LeavingBar />, { path: '*', route })
      await waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.status).toBe('success'))
      expect(bar() !== null).toBe(isSaid)
      unmount()
    }
  })
})

it('says that a part that was asked for could not be loaded, and tries again after 30 seconds', async () => {
  const retry = heldTimer(30_000)
  vi.spyOn(initialLoad, 'afterInitialLoad').mockReturnValue(new Promise(() => undefined))
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('no network'))
  const close = vi.fn()
  function Part() {
    return <p>{useLazyModule(load, true, close) ?? 'waiting'}</p>
  }
  renderPage(<Part />)
  await seeToast('Error', 'This part of the page could not be loaded.')
  expect(close).toHaveBeenCalledOnce()
  load.mockResolvedValue('loaded')
  retry.pass()
  await see('loaded')
})

describe('the palette', () => {
  function Page() {
    const { isOpen, open } = usePalette()
    return (
      <button type="button" onClick={open}>
        {isOpen ? 'open' : 'closed'}
      </button>
    )
  }

  it.each([
    ['opens with CapsLock', { key: 'K', code: 'KeyK', ctrlKey: true }, 'open'],
    ['opens on a Mac', { key: 'k', code: 'KeyK', metaKey: true }, 'open'],
    ['opens on a Cyrillic layout', { key: 'л', code: 'KeyK', ctrlKey: true }, 'open'],
    ['opens on Dvorak, with its own K', { key: 'k', code: 'KeyV', ctrlKey: true }, 'open'],
    ["ignores Dvorak's Ctrl+T at the place of K", { key: 't', code: 'KeyK', ctrlKey: true }, 'closed'],
    ['ignores AltGr+K', { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true }, 'closed'],
    [
      'ignores Ctrl+Shift+K of the browser',
      { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true },
      'closed',
    ],
  ])('%s', (_, press, state) => {
    render(<Page />)
    const isLeftToBrowser = fireEvent.keyDown(window, press)
    expect(screen.getByRole('button', { name: state })).toBeVisible()
    expect(isLeftToBrowser).toBe(state === 'closed')
  })

  it('does not open over a dialog, whose input would be lost', () => {
    onTestFinished(addLayer(() => undefined))
    render(<Page />)
    fireEvent.keyDown(window, { key: 'k', code: 'KeyK', ctrlKey: true })
    expect(screen.getByRole('button', { name: 'closed' })).toBeVisible()
  })

  it('opens the result on Enter, but not on the one that ends the composition of an input method', async () => {
    const groups = [{ name: 'People', items: [{ id: 'mika', title: '三木', to: '/mika' }] }]
    const close = vi.fn()
    renderPage(
      <Palette hint="Search" term="三" onTerm={() => undefined} groups={groups} status="" onClose={close} />,
    )
    const field = screen.getByRole('combobox')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    // Safari's, after the composition.
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    expect(close).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
    expect(close).toHaveBeenCalledOnce()
    expect(await screen.findByText('elsewhere: /mika')).toBeVisible()
  })

  const rows = [
    { kind: 'order', id: 'o', title: 'ORD-000148', detail: 'Keystone Vault', state: 'pending' },
    { kind: 'benefit', id: 'b', title: 'Keystone Vault', detail: null, state: 'inactive' },
    { kind: 'person', id: 'p', title: 'Tamsin Ferreira', detail: 'tamsin@ferreira.example', state: null },
    { kind: 'token_code', id: 't', title: '••••7Q2D', detail: 'Fair', state: 'used' },
    { kind: 'invite_code', id: 'i', title: '••••9ZZZ', detail: null, state: 'available' },
  ]
  const options = () =>
    screen.getAllByRole('option').map((option) => `${option.textContent} ${option.getAttribute('href')}`)
  it.each([
    [
      ...['members', OwnPaletteDialog, false, '3 results'],
      [
        'ORD-000148Keystone Vault, Pending /dashboard/orders/o',
        'Keystone Vault /dashboard/benefits/b',
        'Browse Benefits /dashboard/benefits',
      ],
    ],
    [
      ...['admins', AdminPaletteDialog, true, '7 results'],
      [
        'Tamsin Ferreiratamsin@ferreira.example /admin/users?person=p',
        'ORD-000148Keystone Vault, Pending /admin/orders?order=o',
        'Keystone VaultInactive /admin/benefits/b',
        '••••7Q2DFair, used /admin/token-codes?code=t',
        '••••9ZZZavailable /admin/invite-codes?code=i',
        'Benefits /admin/benefits',
        'Add Benefit /admin/benefits?new',
      ],
    ],
  ] as const)('finds rows and screens for %s', async (_who, Dialog, p_all, count, found) => {
    const { released, release } = held()
    const shown = p_all ? rows : rows.slice(0, 2)
    const calls = serveCall('search_everything', () => released.then(() => shown))
    const { user } = renderPage(<Dialog onClose={() => undefined} />)
    await user.type(screen.getByRole('combobox'), ' Bene')
    expect(screen.getByText('Searching...')).toBeVisible()
    release()
    await see(count)
    expect(options()).toEqual(found)
    expect(calls).toEqual([{ p_term: 'Bene', p_all }])
  })

  it('says that nothing was found, or why, and chooses by arrow keys, from the first again for another text', async () => {
    const { user } = renderPage(<OwnPaletteDialog onClose={() => undefined} />)
    const field = screen.getByRole('combobox')
    const chosen = () =>
      document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
    await user.type(field, 'h')
    await see('3 results')
    await user.keyboard('{ArrowUp}')
    expect(chosen()).toBe('Token History')
    server.use(http.post('*/rest/v1/rpc/search_everything', () => broken(), { once: true }))
    await user.type(field, 'i')
    await see('The search could not be completed.', 'Screens are still found.')
    expect(chosen()).toBe('Order History')
    serveCall('search_everything', () => [])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await user.type(field, 'ii')
    await see('Nothing found.')
  })
})
