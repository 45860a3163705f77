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
import { Link } from 'react-router-dom'
import { Shell } from '@/app/layouts/shell'
import type { NavItem } from '@/app/layouts/sidebar'
import { usePalette } from '@/app/layouts/use-palette'
import { Balance } from '@/components/domain/balance'
import { Brand } from '@/components/domain/brand'
import { LoadError } from '@/components/list/query-state'
import { LinkButton } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useMembership } from '@/entities/payments/membership'
import { useProfile } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'

type Props = { balance: number | undefined /** The balance could not be read. */; failed: boolean }

function SidebarBalance({ balance, failed }: Props) {
  return (
    <Link
      to={paths.transactions}
      className="mx-2 mt-6 block border-t border-ink pt-3 no-underline max-md:mt-5"
    >
      <span className="block text-xs text-ink-muted">Balance</span>
      {balance === undefined ? (
        <BalancePlaceholder failed={failed} className="h-[59px] pl-10" />
      ) : (
        <Balance value={balance} />
      )}
    </Link>
  )
}

function BarBalance({ balance, failed }: Props) {
  return (
    <Link to={paths.transactions} className="flex h-11 items-center no-underline">
      <span className="sr-only">Balance: </span>
      {balance === undefined ? (
        <BalancePlaceholder failed={failed} className="h-10 w-16" />
      ) : (
        <Balance value={balance} size="bar" />
      )}
    </Link>
  )
}

function BalancePlaceholder({ failed, className }: { failed: boolean; className: string }) {
  return (
    <span className={`double-rule flex items-center ${className}`}>
      {failed ? <span className="sr-only">unknown</span> : <Skeleton className="h-6 w-14" />}
    </span>
  )
}

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
