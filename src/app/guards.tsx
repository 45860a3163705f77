import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { LoadError } from '@/components/list/query-state'
import { Spinner } from '@/components/ui/button'
import { toastError } from '@/components/ui/toast'
import { useProfile } from '@/entities/profiles/profile'
import { useSession } from '@/entities/session/session'
import { paths } from '@/lib/paths'

/** `fallback`: shown to everybody else. Signed out, or before the code of a second factor (D54), redirects to /auth with the requested path (D17); after Sign Out, to the home page. */
export function RequireUser({ fallback }: { fallback?: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const [cameSignedOut] = useState(session.status === 'signed-out')
  const [wasSignedIn, setWasSignedIn] = useState(false)

  if (session.status === 'signed-in' && !wasSignedIn) setWasSignedIn(true)

  if (session.status === 'loading') return <Spinner label="Loading your session" className="min-h-dvh" />
  if (session.status === 'signed-in' && session.needsSecondFactor)
    return <Navigate to={paths.auth({ next: pathname + search })} replace />
  if (session.status === 'signed-in') return <Outlet />
  if (session.signedOutHere && !cameSignedOut) return <Navigate to={paths.home} replace />
  if (fallback) return fallback
  return (
    <Navigate
      to={paths.auth({ mode: 'signin', next: pathname + search })}
      state={{ ended: wasSignedIn }}
      replace
    />
  )
}

/** Redirects members (D11); every navigation reloads the role. Row-level security does the enforcing. */
export function RequireAdmin() {
  const profile = useProfile()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { refetch } = profile
  const checkedAt = useRef(pathname)
  const role = profile.data?.role
  const denied = role !== undefined && role !== 'admin'

  useEffect(() => {
    if (checkedAt.current === pathname) return
    checkedAt.current = pathname
    void refetch({ cancelRefetch: false })
  }, [pathname, refetch])

  useEffect(() => {
    if (!denied) return
    // Navigate first: an error toast belongs to the page it was shown on.
    navigate(paths.dashboard, { replace: true })
    toastError('Access denied')
  }, [denied, navigate])

  if (role === 'admin') return <Outlet />
  if (profile.isError && role === undefined) {
    return (
      <main className="mx-auto max-w-xl px-4 py-16">
        <LoadError
          title="Failed to fetch profile"
          busy={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      </main>
    )
  }
  return <Spinner label="Checking your access" className="min-h-dvh" />
}
