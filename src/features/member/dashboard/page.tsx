import { ChevronRight, Library, type LucideIcon, Package, Ticket, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { PageHeader } from '@/components/ui/page-header'
import { useBenefitsWithinReach } from '@/entities/benefits/within-reach'
import { useProfile } from '@/entities/profiles/profile'
import { useTransactionTotals } from '@/entities/transactions/transaction'
import { formatCount, formatLongDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { MembershipBanner } from '@/widgets/payments/membership-banner'
import { CurrentOrders } from './current-orders'
import { RecentTransactions } from './recent-transactions'
import { SectionHead } from './section-head'
import { FirstStatement, Statement } from './statement'
import { WithinReach } from './within-reach'

const firstName = (name = '') => name.trim().split(/\s+/)[0] || undefined

/** Each section loads and fails on its own (D28). */
export function DashboardPage() {
  const { data: profile } = useProfile()
  const first = firstName(profile?.name)
  const isFirst = useTransactionTotals('all').data?.spent_count === 0
  return (
    <>
      <PageHeader
        title={first ? `Welcome, ${first}` : 'Welcome'}
        name={first}
        subtitle={formatLongDate(new Date())}
      />
      <MembershipBanner profile={profile} />
      <CurrentOrders />
      <WithinReach profile={profile} isFirst={isFirst} />
      <div className="mt-11 max-md:mt-9">
        {isFirst && profile ? <FirstStatement profile={profile} /> : <Statement profile={profile} />}
      </div>
      <div className="mt-11 grid gap-x-12 gap-y-10 max-md:mt-9 @min-[56.25rem]:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]">
        <RecentTransactions />
        <QuickActions balance={profile?.current_tokens} />
      </div>
    </>
  )
}

function QuickActions({ balance }: { balance: number | undefined }) {
  const benefits = useBenefitsWithinReach(balance).data
  return (
    <section className="min-w-0">
      <SectionHead title="Quick actions" />
      <ul className="border-t border-ink">
        <ActionLink
          to={paths.benefits}
          label="Browse Benefits"
          Icon={Library}
          hint={
            benefits
              ? `${formatCount(benefits.total, 'benefit')}, ${formatNumber(benefits.redeemableCount)} you can redeem today`
              : 'What your tokens buy'
          }
        />
        <ActionLink to={paths.redeem} label="Redeem Codes" Icon={Ticket} hint="Add tokens with a code" />
        <ActionLink to={paths.orders} label="Order History" Icon={Package} hint="Status and invoices" />
        <ActionLink
          to={paths.profile}
          label="Your Profile"
          Icon={UserRound}
          hint="Name, phone, notifications"
        />
      </ul>
    </section>
  )
}

type ActionProps = { to: string; label: string; hint: string; Icon: LucideIcon }

function ActionLink({ to, label, hint, Icon }: ActionProps) {
  return (
    <li className="min-w-0 border-b border-line">
      <Link
        to={to}
        className="flex w-full items-center gap-3.5 px-3 py-[11px] no-underline -outline-offset-2 transition-colors hover:bg-surface-hover"
      >
        <Icon aria-hidden="true" className="flex-none text-accent" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{label}</span>
          <span className="block truncate text-xs text-ink-muted">{hint}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4 flex-none text-ink-muted" />
      </Link>
    </li>
  )
}
