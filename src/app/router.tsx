import { Suspense, useEffect } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { ErrorBoundary } from '@/app/error-page'
import { RequireAdmin, RequireUser } from '@/app/guards'
import { MemberLayout } from '@/app/layouts/member-layout'
import { guardedPage, lazyPage, page } from '@/app/pages'
import { Spinner } from '@/components/ui/spinner'
import { forgetErrorsOutside } from '@/components/ui/toast'
import { Component as Dashboard } from '@/features/member/dashboard/page'
import { paths } from '@/lib/paths'

const AdminLayout = lazyPage(() => import('@/app/layouts/admin-layout'))

/** The whole site map (chapter 2). Paths come from `lib/paths`. */
const routes = [
  page(paths.home, () => import('@/features/landing/page')),
  page(paths.terms, () => import('@/features/legal/terms-page')),
  page(paths.privacy, () => import('@/features/legal/privacy-page')),
  page(paths.contact, () => import('@/features/legal/contact-page')),
  page(paths.authRoot, () => import('@/features/auth/page')),
  page(paths.authCallback, () => import('@/features/auth/callback-page')),
  {
    element: <RequireUser />,
    children: [
      {
        element: <MemberLayout />,
        children: [
          // Not lazy: it is where everybody arrives, and its code is part of the first load (P2).
          { path: paths.dashboard, element: <Dashboard /> },
          page(paths.benefits, () => import('@/features/member/benefits/page')),
          page(paths.orders, () => import('@/features/member/orders/page')),
          page(paths.transactions, () => import('@/features/member/transactions/page')),
          page(paths.redeem, () => import('@/features/member/redeem/page')),
          page(paths.profile, () => import('@/features/member/profile/page')),
        ],
      },
      {
        element: <RequireAdmin />,
        children: [
          {
            element: <AdminLayout />,
            children: [
              guardedPage(paths.admin, () => import('@/features/admin/overview/page')),
              guardedPage(paths.adminBenefits, () => import('@/features/admin/benefits/page')),
              guardedPage(paths.adminUsers, () => import('@/features/admin/users/page')),
              guardedPage(paths.adminOrders, () => import('@/features/admin/orders/page')),
              guardedPage(paths.adminTokenCodes, () => import('@/features/admin/codes/token-codes-page')),
              guardedPage(paths.adminInviteCodes, () => import('@/features/admin/codes/invite-codes-page')),
              guardedPage(paths.adminEmailBranding, () => import('@/features/admin/email-branding/page')),
              guardedPage(paths.adminActivity, () => import('@/features/admin/activity/page')),
            ],
          },
        ],
      },
    ],
  },
  page('*', () => import('@/features/not-found/page')),
]

/** Shows the page of the address. An error notice belongs to its page and leaves with it. */
export function Router() {
  const { pathname } = useLocation()
  useEffect(() => forgetErrorsOutside(pathname), [pathname])
  return (
    <ErrorBoundary>
      <Suspense fallback={<Spinner label="Loading" className="min-h-dvh" />}>{useRoutes(routes)}</Suspense>
    </ErrorBoundary>
  )
}
