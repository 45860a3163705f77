import {
  CreditCard,
  LayoutPanelLeft,
  Library,
  Package,
  ScrollText,
  ShieldCheck,
  Ticket,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { Shell } from '@/app/layouts/shell'
import type { NavItem } from '@/app/layouts/sidebar'
import { BarBalance, SidebarBalance } from '@/app/layouts/sidebar-balance'
import { usePalette } from '@/app/layouts/use-palette'
import { Brand } from '@/components/domain/brand'
import { LoadError } from '@/components/list/load-error'
import { LinkButton } from '@/components/ui/link-button'
import { useMembership } from '@/entities/payments/membership'
import { useProfile } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'

const nav = (canPay: boolean): NavItem[] => [
  { to: paths.dashboard, label: 'Dashboard', Icon: LayoutPanelLeft },
  { to: paths.benefits, label: 'Browse Benefits', Icon: Library },
  { to: paths.orders, label: 'Order History', Icon: Package },
  { to: paths.transactions, label: 'Token History', Icon: ScrollText },
  { to: paths.redeem, label: 'Redeem Codes', Icon: Ticket },
  { to: paths.invite, label: 'Invite a Colleague', Icon: UserPlus },
  ...(canPay ? [{ to: paths.membership, label: 'Membership & Payments', Icon: CreditCard }] : []),
  { to: paths.profile, label: 'Your Profile', Icon: UserRound },
]

export function MemberLayout() {
  const { email } = useUser()
  const profile = useProfile()

  const membership = useMembership().data
  const failed = profile.isError && !profile.data
  const palette = usePalette()
  const balance = profile.data?.current_tokens
  return (
    <Shell
      area="Member"
      title="Member Dashboard"
      home={paths.dashboard}
      nav={nav(membership !== undefined && membership.payments !== 'off')}
      palette={palette}
      balance={<SidebarBalance balance={balance} failed={failed} />}
      bar={<Brand to={paths.dashboard} markOnly />}
      barEnd={<BarBalance balance={balance} failed={failed} />}
      areaLink={
        profile.data?.role === 'admin' ? (
          <LinkButton to={paths.admin} block icon={<ShieldCheck />}>
            Admin Panel
          </LinkButton>
        ) : null
      }
      name={profile.data?.name ?? email}
      membership={brand.memberLabel}
      replacement={
        failed ? (
          <LoadError
            title="Failed to fetch profile"
            busy={profile.isFetching}
            onRetry={() => void profile.refetch()}
          >
            Your tokens and orders are not affected.
          </LoadError>
        ) : undefined
      }
    />
  )
}
