import { Suspense, useEffect } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { ErrorBoundary } from '@/app/error-page'
import { RequireAdmin, RequireUser } from '@/app/guards'
import { MemberLayout } from '@/app/layouts/member-layout'
import { guardedPage, lazyPage, page } from '@/app/pages'
import { Spinner } from '@/components/ui/spinner'
import { forgetErrorsOutside } from '@/components/ui/toast'
import { DashboardPage } from '@/features/member/dashboard/page'
import { paths } from '@/lib/paths'

const AdminLayout = lazyPage(() => import('@/app/layouts/admin-layout').then((m) => m.AdminLayout))

/** Every route of the app. Paths come from `lib/paths`. */
const routes = [
  page(paths.home, () => import('@/features/landing/page').then((m) => m.LandingPage)),
  page(paths.terms, () => import('@/features/legal/pages').then((m) => m.TermsPage)),
  page(paths.privacy, () => import('@/features/legal/pages').then((m) => m.PrivacyPage)),
  page(paths.contact, () => import('@/features/legal/pages').then((m) => m.ContactPage)),
  page(paths.authRoot, () => import('@/features/auth/page').then((m) => m.AuthPage)),
  page(paths.authCallback, () => import('@/features/auth/callback-page').then((m) => m.CallbackPage)),
  {
    element: <RequireUser />,
    children: [
      {
        element: <MemberLayout />,
        children: [
          // Not lazy: part of the first load (P2).
          { path: paths.dashboard, element: <DashboardPage /> },
          page(paths.benefits, () => import('@/features/member/benefits/page').then((m) => m.BenefitsPage)),
          page(paths.orders, () => import('@/features/member/orders/page').then((m) => m.OrdersPage)),
          page(paths.transactions, () =>
            import('@/features/member/transactions/page').then((m) => m.TransactionsPage),
          ),
          page(paths.redeem, () => import('@/features/member/redeem/page').then((m) => m.RedeemPage)),
          page(paths.profile, () => import('@/features/member/profile/page').then((m) => m.ProfilePage)),
        ],
      },
      {
        element: <RequireAdmin />,
        children: [
          {
            element: <AdminLayout />,
            children: [
              guardedPage(paths.admin, () =>
                import('@/features/admin/overview/page').then((m) => m.OverviewPage),
              ),
              guardedPage(paths.adminBenefits, () =>
                import('@/features/admin/benefits/page').then((m) => m.AdminBenefitsPage),
              ),
              guardedPage(paths.adminUsers, () =>
                import('@/features/admin/users/page').then((m) => m.UsersPage),
              ),
              guardedPage(paths.adminOrders, () =>
                import('@/features/admin/orders/page').then((m) => m.AdminOrdersPage),
              ),
              guardedPage(paths.adminTokenCodes, () =>
                import('@/features/admin/codes/token-codes-page').then((m) => m.TokenCodesPage),
              ),
              guardedPage(paths.adminInviteCodes, () =>
                import('@/features/admin/codes/invite-codes-page').then((m) => m.InviteCodesPage),
              ),
              guardedPage(paths.adminEmailBranding, () =>
                import('@/features/admin/email-branding/page').then((m) => m.EmailBrandingPage),
              ),
              guardedPage(paths.adminActivity, () =>
                import('@/features/admin/activity/page').then((m) => m.ActivityPage),
              ),
            ],
          },
        ],
      },
    ],
  },
  page('*', () => import('@/features/not-found/page').then((m) => m.NotFoundPage)),
]

/** Error toasts are dismissed when their page is left. */
export function Router() {
  const { pathname } = useLocation()
  useEffect(() => forgetErrorsOutside(pathname), [pathname])
  return (
    <ErrorBoundary>
      <Suspense fallback={<Spinner label="Loading" className="min-h-dvh" />}>{useRoutes(routes)}</Suspense>
    </ErrorBoundary>
  )
}
