import { PageHeader } from '@/components/ui/page-header'
import { useProfile } from '@/entities/profiles/own'
import { useTransactionTotals } from '@/entities/transactions/totals'
import { formatLongDate } from '@/lib/format'
import { firstName, greeting } from './greeting'
import { OrdersUnderWay } from './orders-under-way'
import { QuickActions } from './quick-actions'
import { RecentTransactions } from './recent-transactions'
import { FirstStatement, Statement } from './statement'
import { UnreadNotifications } from './unread-notifications'
import { WithinReach } from './within-reach'

/** Each section loads and fails on its own (D28). */
export function DashboardPage() {
  const { data: profile } = useProfile()
  const isFirst = useTransactionTotals('all').data?.spent_count === 0
  return (
    <>
      <PageHeader
        title={greeting(profile?.name)}
        name={firstName(profile?.name)}
        subtitle={formatLongDate(new Date())}
      />
      <ul
        aria-label="Now"
        className="mb-7 grid grid-cols-[minmax(0,1fr)] gap-x-12 border-t border-ink max-md:mb-5 @min-[900px]:grid-cols-2"
      >
        <OrdersUnderWay balance={profile?.current_tokens} />
        <UnreadNotifications />
      </ul>
      <WithinReach profile={profile} isFirst={isFirst} />
      <div className="mt-11 max-md:mt-9">
        {isFirst && profile ? <FirstStatement profile={profile} /> : <Statement profile={profile} />}
      </div>
      <div className="mt-11 grid gap-x-12 gap-y-10 max-md:mt-9 @min-[900px]:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]">
        <RecentTransactions />
        <QuickActions balance={profile?.current_tokens} />
      </div>
    </>
  )
}
