import { Suspense, useEffect } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { ErrorBoundary } from '@/app/error-page'
import { routes } from '@/app/routes'
import { syncHistory } from '@/components/dialog/open-dialogs'
import { Spinner } from '@/components/ui/button'
import { forgetErrorsOutside } from '@/components/ui/toast'

export function Router() {
  const { pathname } = useLocation()
  useEffect(() => forgetErrorsOutside(pathname), [pathname])
  useEffect(syncHistory)
  return (
    <ErrorBoundary>
      <Suspense fallback={<Spinner label="Loading" className="min-h-dvh" />}>{useRoutes(routes)}</Suspense>
    </ErrorBoundary>
  )
}
