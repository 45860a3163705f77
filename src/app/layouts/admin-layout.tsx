import {
  ArrowLeft,
  CreditCard,
  Flag,
  History,
  LayoutPanelLeft,
  Library,
  MailOpen,
  Megaphone,
  Package,
  Search,
  Settings,
  Stamp,
  Ticket,
  UsersRound,
} from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { Shell } from '@/app/layouts/shell'
import type { NavItem } from '@/app/layouts/sidebar'
import { useLazyModule } from '@/app/layouts/use-lazy-module'
import { usePalette } from '@/app/layouts/use-palette'
import { Avatar } from '@/components/ui/avatar'
import { Button, buttonStyle, LinkButton, Spinner } from '@/components/ui/button'
import { useReportCounts } from '@/entities/deliveries/reports'
import { usePendingCount } from '@/entities/overview/overview'
import { useProfile } from '@/entities/profiles/profile'
import { ownFactors, useMySecondFactor } from '@/entities/session/assurance'
import { useUser } from '@/entities/session/session'
import { paths } from '@/lib/paths'

function AdminSearch({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      data-leaves-drawer
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className={buttonStyle({ block: true, className: 'mt-5 !justify-start !px-3 font-medium text-ink-2' })}
      onClick={onClick}
    >
      <Search />
      Search
      <kbd className="ml-auto font-sans text-xs font-medium text-ink-muted max-md:hidden">Ctrl K</kbd>
    </button>
  )
}

/** For an admin who has a member's rights, because the required second factor is missing or not approved (D54). */
function RequireSecondFactor() {
  const factor = useMySecondFactor()
  const isWaitingForApproval = ownFactors().length > 0
  return (
    <main className="mx-auto max-w-xl px-4 py-20">
      <title>Admin Panel</title>
      <h1 className="text-xl font-semibold tracking-[-.018em]">
        {isWaitingForApproval ? 'Your second factor is not approved yet' : 'Admins need a second factor'}
      </h1>
      <p className="mt-2 text-base text-ink-2">
        {isWaitingForApproval
          ? 'It was added with your password alone. Ask another admin to open you under Users and to choose Approve second factor.'
          : 'Add an authenticator in your profile. Another admin must then approve it. Until then you have the rights of a member.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-2.5">
        {isWaitingForApproval ? (
          <Button variant="primary" busy={factor.isFetching} onClick={() => void factor.refetch()}>
            Check again
          </Button>
        ) : (
          <LinkButton to={paths.profile} variant="primary">
            Open your profile
          </LinkButton>
        )}
        <LinkButton to={paths.dashboard}>Back to Account</LinkButton>
      </div>
    </main>
  )
}

const nav = (pending: number | undefined, reports: number | undefined): NavItem[] => [
  { to: paths.admin, label: 'Overview', Icon: LayoutPanelLeft },
  { to: paths.adminBenefits, label: 'Benefits', Icon: Library },
  { to: paths.adminUsers, label: 'Users', Icon: UsersRound },
  {
    to: paths.adminOrders,
    label: 'Orders',
    Icon: Package,
    count: pending ? { value: pending, noun: 'pending' } : undefined,
  },
  {
    to: paths.adminReports,
    label: 'Reports',
    Icon: Flag,
    count: reports ? { value: reports, noun: 'open' } : undefined,
  },
  { to: paths.adminTokenCodes, label: 'Token Codes', Icon: Ticket },
  { to: paths.adminInviteCodes, label: 'Invite Codes', Icon: MailOpen },
  { to: paths.adminAnnouncements, label: 'Announcements', Icon: Megaphone },
  { to: paths.adminEmailBranding, label: 'Email Branding', Icon: Stamp },
  { to: paths.adminPayments, label: 'Payments', Icon: CreditCard },
  { to: paths.adminActivity, label: 'Activity', Icon: History },
  { to: paths.adminSettings, label: 'Settings', Icon: Settings },
]

const loadDeferred = () => import('./admin-overlays')

/** An admin without the second factor that admins need has a member's rights (D54). */
export function AdminLayout() {
  const { data: factor, isPending } = useMySecondFactor()
  if (isPending) return <Spinner label="Checking your access" className="min-h-dvh" />
  return factor?.required && !factor.approved ? <RequireSecondFactor /> : <Admin />
}

function Admin() {
  const { email } = useUser()
  const { data: profile } = useProfile()
  const name = profile?.name ?? email
  const pending = usePendingCount()
  const reports = useReportCounts().data?.open
  const palette = usePalette()
  const { search } = useLocation()
  const deferred = useLazyModule(loadDeferred, palette.isOpen || search.includes('explain='), palette.close)
  return (
    <>
      <Shell
        area="Admin"
        title="Admin Panel"
        home={paths.admin}
        nav={nav(pending, reports)}
        balance={<AdminSearch onClick={palette.open} />}
        areaLink={
          <LinkButton to={paths.dashboard} block icon={<ArrowLeft />}>
            Back to Account
          </LinkButton>
        }
        name={name}
        membership="Admin"
        bar={<span className="text-base font-semibold">Admin Panel</span>}
        barEnd={<Avatar name={name} />}
      />
      {deferred ? <deferred.AdminOverlays palette={palette} /> : null}
    </>
  )
}
