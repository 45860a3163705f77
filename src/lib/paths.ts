export type AuthMode = 'signin' | 'signup' | 'register' | 'forgot' | 'waitlist' | 'new-password'

/** Every URL of the app (C11); those of rows in the admin area are in `admin-paths.ts`. */
export const paths = {
  home: '/',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  unsubscribe: '/unsubscribe',
  authRoot: '/auth',
  authCallback: '/auth/callback',
  dashboard: '/dashboard',
  benefits: '/dashboard/benefits',
  benefit: '/dashboard/benefits/:id',
  orders: '/dashboard/orders',
  order: '/dashboard/orders/:id',
  transactions: '/dashboard/transactions',
  redeem: '/dashboard/redeem',
  invite: '/dashboard/invite',
  membership: '/dashboard/membership',
  profile: '/dashboard/profile',
  admin: '/admin',
  adminBenefits: '/admin/benefits',
  adminBenefit: '/admin/benefits/:id',
  adminUsers: '/admin/users',
  adminOrders: '/admin/orders',
  adminReports: '/admin/reports',
  adminTokenCodes: '/admin/token-codes',
  adminInviteCodes: '/admin/invite-codes',
  adminAnnouncements: '/admin/announcements',
  adminEmailBranding: '/admin/email-branding',
  adminSettings: '/admin/settings',
  adminPayments: '/admin/payments',
  adminActivity: '/admin/activity',

  /** With the ways to more tokens, whatever the balance. */
  moreTokens: () => '/dashboard#more-tokens',
  notificationSettings: () => '/dashboard/profile?tab=notifications',
  benefitOf: (id: string) => `/dashboard/benefits/${id}`,
  /** To pay, and then to redeem this benefit. */
  payThenRedeem: (id: string) =>
    `/dashboard/membership?back=${encodeURIComponent(`/dashboard/benefits/${id}?redeem`)}`,
  orderOf: (id: string) => `/dashboard/orders/${id}`,

  /** `next`: the page to open after signing in (D17). */
  auth({ mode, next, invite }: { mode?: AuthMode; next?: string; invite?: string } = {}) {
    const query = new URLSearchParams()
    if (mode) query.set('mode', mode)
    if (invite) query.set('invite', invite)
    if (next) query.set('next', next)
    const text = query.toString()
    return text ? `/auth?${text}` : '/auth'
  },
} as const
