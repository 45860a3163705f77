import { matchRoutes, type RouteObject } from 'react-router-dom'
import { RequireAdmin, RequireUser } from '@/app/guards'
import { MemberLayout } from '@/app/layouts/member-layout'
import { firstPage, layout, page, type RouteHandle } from '@/app/pages'
import { DashboardPage } from '@/features/member/dashboard/page'
import { paths } from '@/lib/paths'

const loadNotFound = () => import('@/features/not-found/page').then((m) => m.NotFound)
const notFound = page('*', () => import('@/features/not-found/page').then((m) => m.NotFoundPage))

export const routes: RouteObject[] = [
  page(paths.home, () => import('@/features/landing/page').then((m) => m.LandingPage)),
  page(paths.terms, () => import('@/features/legal/pages').then((m) => m.TermsPage)),
  page(paths.privacy, () => import('@/features/legal/pages').then((m) => m.PrivacyPage)),
  page(paths.contact, () => import('@/features/legal/pages').then((m) => m.ContactPage)),
  page(paths.unsubscribe, () => import('@/features/unsubscribe/page').then((m) => m.UnsubscribePage)),
  page(paths.authRoot, () => import('@/features/auth/page').then((m) => m.AuthPage)),
  page(paths.authCallback, () => import('@/features/auth/callback-page').then((m) => m.CallbackPage)),
  {
    element: <RequireUser />,
    children: [
      {
        element: <MemberLayout />,
        children: [
          // Part of the first load: members arrive here (P2).
          firstPage(paths.dashboard, DashboardPage),
          page(paths.benefits, () => import('@/features/member/benefits/page').then((m) => m.BenefitsPage)),
          page(paths.benefit, () =>
            import('@/features/member/benefits/benefit/page').then((m) => m.BenefitPage),
          ),
          page(paths.orders, () => import('@/features/member/orders/page').then((m) => m.OrdersPage)),
          page(paths.order, () => import('@/features/member/orders/order/page').then((m) => m.OrderPage)),
          page(paths.transactions, () =>
            import('@/features/member/transactions/page').then((m) => m.TransactionsPage),
          ),
          page(paths.redeem, () => import('@/features/member/redeem/page').then((m) => m.RedeemPage)),
          page(paths.invite, () => import('@/features/member/invite/page').then((m) => m.InvitePage)),
          page(paths.membership, () =>
            import('@/features/member/membership/page').then((m) => m.MembershipPage),
          ),
          page(paths.profile, () => import('@/features/member/profile/page').then((m) => m.ProfilePage)),
        ],
      },
      {
        element: <RequireAdmin />,
        handle: { adminOnly: true } satisfies RouteHandle,
        children: [
          layout(
            () => import('@/app/layouts/admin-layout').then((m) => m.AdminLayout),
            [
              page(paths.admin, () => import('@/features/admin/overview/page').then((m) => m.OverviewPage)),
              page(paths.adminBenefits, () =>
                import('@/features/admin/benefits/page').then((m) => m.AdminBenefitsPage),
              ),
              page(paths.adminBenefit, () =>
                import('@/features/admin/benefits/detail/page').then((m) => m.AdminBenefitPage),
              ),
              page(paths.adminUsers, () => import('@/features/admin/users/page').then((m) => m.UsersPage)),
              page(paths.adminOrders, () =>
                import('@/features/admin/orders/page').then((m) => m.AdminOrdersPage),
              ),
              page(paths.adminReports, () =>
                import('@/features/admin/benefits/reports/page').then((m) => m.ReportsPage),
              ),
              page(paths.adminTokenCodes, () =>
                import('@/features/admin/codes/token-codes-page').then((m) => m.TokenCodesPage),
              ),
              page(paths.adminInviteCodes, () =>
                import('@/features/admin/codes/invite-codes-page').then((m) => m.InviteCodesPage),
              ),
              page(paths.adminEmailBranding, () =>
                import('@/features/admin/email-branding/page').then((m) => m.EmailBrandingPage),
              ),
              page(paths.adminAnnouncements, () =>
                import('@/features/admin/announcements/page').then((m) => m.AnnouncementsPage),
              ),
              page(paths.adminSettings, () =>
                import('@/features/admin/settings/page').then((m) => m.SettingsPage),
              ),
              page(paths.adminPayments, () =>
                import('@/features/admin/payments/page').then((m) => m.PaymentsPage),
              ),
              page(paths.adminActivity, () =>
                import('@/features/admin/activity/page').then((m) => m.ActivityPage),
              ),
            ],
          ),
        ],
      },
    ],
  },
  {
    element: <RequireUser fallback={notFound.element} />,
    children: [
      { element: <MemberLayout />, children: [page(`${paths.dashboard}/*`, loadNotFound)] },
      {
        element: <RequireAdmin />,
        handle: { adminOnly: true } satisfies RouteHandle,
        children: [
          layout(
            () => import('@/app/layouts/admin-layout').then((m) => m.AdminLayout),
            [page(`${paths.admin}/*`, loadNotFound)],
          ),
        ],
      },
    ],
  },
  notFound,
]

export function handlesAt(pathname: string): RouteHandle[] {
  return (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => route.handle ?? [])
}

/** Fetches the code beside the session, admin code for admins only (D11): a Suspense fallback would cost 0.3 s. */
export async function preloadPage(pathname: string): Promise<void> {
  const handles = handlesAt(pathname)
  if (handles.some(({ adminOnly }) => adminOnly) && !window.prefetched?.isAdmin) return
  await Promise.all(handles.map(({ load }) => load?.())).catch(() => undefined)
}
