import { PageHeader } from '@/components/ui/page-header'
import { useProfile } from '@/entities/profiles/profile'
import { useTransactionTotals } from '@/entities/transactions/transaction'
import { formatLongDate } from '@/lib/format'
import { MembershipBanner } from '@/widgets/payments/membership-banner'
import { CurrentOrders } from './current-orders'
import { QuickActions } from './quick-actions'
import { RecentTransactions } from './recent-transactions'
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
