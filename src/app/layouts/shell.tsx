import clsx from 'clsx'
import { Bell as BellIcon, Menu } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { ErrorBoundary } from '@/app/error-page'
import { OfflineBanner } from '@/app/layouts/offline-banner'
import { Sidebar, type SidebarProps } from '@/app/layouts/sidebar'
import { useDrawer } from '@/app/layouts/use-drawer'
import { useLazyModule } from '@/app/layouts/use-lazy-module'
import type { PaletteState } from '@/app/layouts/use-palette'
import { buttonStyle, IconButton, Spinner } from '@/components/ui/button'
import { useUnreadCount } from '@/entities/notifications/notification'
import { useMembership } from '@/entities/payments/membership'
import { useProfile } from '@/entities/profiles/profile'
import { LeavingBar } from '@/features/member/profile/privacy/leaving-bar'

function Bell({ onClick }: { onClick: () => void }) {
  const unread = useUnreadCount()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={unread ? `Notifications, ${unread} unread` : 'Notifications'}
      className={buttonStyle({ variant: 'quiet', className: 'relative w-10 max-md:w-11 !px-0' })}
      onClick={onClick}
    >
      <BellIcon className="!size-5" />
      {unread ? (
        <b className="figures absolute top-0 left-1/2 ml-0.5 min-w-[18px] rounded-sm bg-accent px-1 text-xs/[1.125rem] font-semibold text-on-accent">
          {unread > 99 ? '99+' : unread}
        </b>
      ) : null}
    </button>
  )
}

/** With a test key only admins can pay, and each screen says so (D61). */
function TestMode() {
  if (useMembership().data?.payments !== 'test') return null
  return (
    <p className="border-b border-line bg-warning-soft px-4 py-2.5 text-ink-2 md:px-6 lg:px-7 xl:px-10">
      <b className="font-semibold text-ink">Test mode</b> Only admins can pay, with the test cards of Stripe.
      No money moves.
    </p>
  )
}

/** After a navigation, focuses the heading (while loading, the page) and scrolls to the top, except on back. */
function useRouteFocus(main: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const shownAt = useRef(navigationType === 'PUSH' ? undefined : pathname)

  useEffect(() => {
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]')
    ;(heading ?? main.current)?.focus({ preventScroll: true })
    if (navigationType !== 'POP') window.scrollTo(0, 0)
  }, [pathname, navigationType, main])
}

type Props = SidebarProps & {
  bar: ReactNode
  barEnd: ReactNode
  replacement?: ReactNode
  palette?: PaletteState
}

const loadDeferred = () => import('./deferred-overlays')

/** Below 768 px, a top bar, and the sidebar in a drawer. */
export function Shell({ bar, barEnd, replacement, palette, ...sidebar }: Props) {
  const main = useRef<HTMLElement>(null)
  const drawer = useDrawer()
  // Until the profile is there, it is unknown whether a bar is above the page, which would move it.
  const { isPending } = useProfile()
  const { pathname, search } = useLocation()
  const [isNotificationsOpen, setNotificationsOpen] = useState(false)
  const closeNotifications = () => setNotificationsOpen(false)
  // The same object always, so that opening the panel does not render the page.
  const deferred = useLazyModule(
    loadDeferred,
    isNotificationsOpen || palette?.isOpen || search.includes('explain='),
    () => {
      closeNotifications()
      palette?.close()
    },
  )
  useRouteFocus(main)
  const panel = clsx(
    'overflow-auto border-r bg-surface-sunk text-ink',
    sidebar.area === 'Admin' ? 'admin-side border-transparent' : 'border-line',
  )

  const bell = <Bell onClick={() => setNotificationsOpen(true)} />
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[208px_minmax(0,1fr)] lg:grid-cols-[228px_minmax(0,1fr)] xl:grid-cols-[256px_minmax(0,1fr)]">
      <a
        href="#main"
        className="absolute top-3 left-4 z-100 -translate-y-20 rounded bg-surface-raised px-4 py-2.5 focus:translate-y-0 focus:shadow-float"
      >
        Skip to content
      </a>
      <aside aria-label={sidebar.title} className={clsx(panel, 'sticky top-0 h-dvh max-md:hidden')}>
        <Sidebar {...sidebar} bell={bell} />
      </aside>
      <dialog
        ref={drawer.dialog}
        aria-label={sidebar.title}
        className={clsx(
          panel,
          'fixed inset-y-0 left-0 h-dvh max-h-none w-[min(320px,86vw)] max-w-none overscroll-contain shadow-float backdrop:bg-scrim',
          '-translate-x-[102%] transition-[translate,display,overlay] transition-discrete duration-200 open:translate-x-0 starting:open:-translate-x-[102%]',
        )}
      >
        {drawer.rendered ? <Sidebar {...sidebar} onClose={drawer.close} /> : null}
      </dialog>
      <div className="min-w-0">
        <header className="sticky top-0 z-30 flex h-15 items-center gap-2 border-b border-line bg-surface pr-4 pl-1.5 md:hidden">
          <IconButton aria-label="Open menu" aria-haspopup="dialog" icon={<Menu />} onClick={drawer.open} />
          {bar}
          <div className="ml-auto">{bell}</div>
          {barEnd}
        </header>
        <OfflineBanner />
        <TestMode />
        <LeavingBar />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className={clsx(
            '@container mx-auto max-w-[1184px] px-4 pt-6 pb-16 outline-none md:px-6 md:pt-9 md:pb-18 lg:px-7 xl:px-10',
            isPending && 'opacity-0',
          )}
        >
          {replacement ?? (
            <ErrorBoundary attempt={pathname}>
              <Suspense fallback={<Spinner label="Loading" />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          )}
        </main>
      </div>
      {deferred ? (
        <deferred.DeferredOverlays
          area={sidebar.area}
          isOpen={isNotificationsOpen}
          onClose={closeNotifications}
          palette={palette}
        />
      ) : null}
    </div>
  )
}
