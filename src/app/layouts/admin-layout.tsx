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
  Settings,
  Stamp,
  Ticket,
  UsersRound,
} from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { AdminSearch } from '@/app/layouts/admin-search'
import { RequireSecondFactor } from '@/app/layouts/require-second-factor'
import { Shell } from '@/app/layouts/shell'
import type { NavItem } from '@/app/layouts/sidebar'
import { useLazyModule } from '@/app/layouts/use-lazy-module'
import { usePalette } from '@/app/layouts/use-palette'
import { Avatar } from '@/components/ui/avatar'
import { LinkButton } from '@/components/ui/link-button'
import { Spinner } from '@/components/ui/spinner'
import { useReportCounts } from '@/entities/deliveries/reports'
import { usePendingCount } from '@/entities/overview/counts'
import { useProfile } from '@/entities/profiles/profile'
import { useMySecondFactor } from '@/entities/session/assurance'
import { useUser } from '@/entities/session/session'
import { paths } from '@/lib/paths'

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
