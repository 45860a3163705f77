import {
  CalendarClock,
  ChevronRight,
  Library,
  type LucideIcon,
  Package,
  Ticket,
  UserRound,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { LinkButton } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { PageHeader } from '@/components/ui/page-header'
import { useBenefitsWithinReach } from '@/entities/benefits/within-reach'
import { dueAction, useMembership } from '@/entities/payments/membership'
import { type Profile, useProfile } from '@/entities/profiles/profile'
import { useTransactionTotals } from '@/entities/transactions/transaction'
import { formatCount, formatDate, formatLongDate, formatNumber } from '@/lib/format'
import { daysUntil } from '@/lib/near-time'
import { paths } from '@/lib/paths'
import { priceText } from '@/lib/prices'
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
  const due = dueAction(useMembership().data)
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
              ? `${formatCount(benefits.total, 'benefit')}, ${
                  due
                    ? `to read until you ${due}`
                    : `${formatNumber(benefits.redeemableCount)} you can redeem today`
                }`
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
        <Icon className="flex-none text-accent" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{label}</span>
          <span className="block truncate text-xs text-ink-muted">{hint}</span>
        </span>
        <ChevronRight className="size-4 flex-none text-ink-muted" />
      </Link>
    </li>
  )
}

/** What to do about a membership that is not paid, ends within 30 days, or has ended; nothing while payments are off (D61, D62). */
function MembershipBanner({ profile }: { profile: Profile | undefined }) {
  const { data } = useMembership()
  if (!profile || !data || data.payments === 'off' || data.state === 'active') return null
  const end = profile.membership_end_date
  const days = end ? daysUntil(end) : 0
  const [title, text, action] =
    data.state === 'inactive'
      ? ['Your membership is not active yet', 'Look around. Redeeming opens with the payment.', 'Pay']
      : data.state === 'ended'
        ? [
            `Your membership ended on ${formatDate(end ?? '')}`,
            'What you received and your tokens stay. Redeeming opens with the next year.',
            'Renew',
          ]
        : [
            `Your membership ends on ${formatDate(end ?? '')}, in ${formatCount(days, 'day')}`,
            'Renewed now, no day is lost.',
            'Renew',
          ]
  return (
    <div className="mb-6">
      <InlineAlert
        tone={data.state === 'ending' && days > 7 ? 'plain' : 'warning'}
        icon={<CalendarClock />}
        title={title}
        action={
          <LinkButton
            to={paths.membership}
            variant="accent"
          >{`${action} ${priceText(data.price)}`}</LinkButton>
        }
      >
        {text}
      </InlineAlert>
    </div>
  )
}
