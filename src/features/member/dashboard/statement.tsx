import { lazy, Suspense } from 'react'
import { Coin, TokenWord } from '@/components/domain/token-amount'
import { Explained } from '@/components/explain/explained'
import { Skeleton } from '@/components/ui/skeleton'
import { membershipStatus, type Profile } from '@/entities/profiles/profile'
import { useBalanceHistory, useTransactionTotals } from '@/entities/transactions/transaction'
import { brand } from '@/lib/brand'
import { formatDate, formatNumber } from '@/lib/format'
import { TermBar } from '@/widgets/term-bar'
import { BalanceSum, CardError } from './balance-sum'

// Out of the first load (P2): its place is kept.
const BalanceChart = lazy(() => import('./balance-chart').then((m) => ({ default: m.BalanceChart })))

type Props = { profile: Profile | undefined }

const cell = 'min-w-0 border-line px-8 max-md:px-5'

export function Statement({ profile }: Props) {
  return (
    <section aria-label="Statement" className="sheet grid @min-[53.75rem]:grid-cols-[minmax(300px,5fr)_8fr]">
      <div className={`${cell} pt-7 pb-6 max-md:pt-5 @min-[53.75rem]:border-r`}>
        <BalanceSum balance={profile?.current_tokens} />
      </div>
      <div className={`${cell} flex flex-col pt-7 pb-6 max-md:pt-5 @max-[53.6875rem]:border-t`}>
        <BalanceHistory balance={profile?.current_tokens} />
      </div>
      <div className={`${cell} border-t py-[18px] @min-[53.75rem]:border-r`}>
        <MembershipCard profile={profile} />
      </div>
      <div className={`${cell} flex flex-wrap gap-x-16 gap-y-6 border-t py-[18px]`}>
        <TransactionCount since={profile?.membership_start_date ?? profile?.created_at} />
        <TermCard profile={profile} />
      </div>
    </section>
  )
}

/** Of a member who has not ordered yet: the three cards alone. */
export function FirstStatement({ profile }: { profile: Profile }) {
  const part = 'min-w-0 px-3 py-5 @min-[40rem]:border-l @min-[40rem]:first:border-l-0 max-md:px-0'
  return (
    <section
      aria-label="Statement"
      className="grid border-t border-b border-t-ink border-b-line *:border-line @min-[40rem]:grid-cols-3"
    >
      <div className={part}>
        <h2 className="text-sm text-ink-muted">Token balance</h2>
        <p className="figures mt-1 flex items-center gap-2.5 font-serif text-[1.75rem]/none font-medium">
          <Coin className="size-[22px]" />
          <Explained numberRef="account_balance" label="Balance">
            {formatNumber(profile.current_tokens)}
          </Explained>
          <TokenWord value={profile.current_tokens} />
        </p>
      </div>
      <div className={part}>
        <MembershipCard profile={profile} />
      </div>
      <div className={part}>
        <TransactionCount since={profile.membership_start_date ?? profile.created_at} />
      </div>
    </section>
  )
}

function BalanceHistory({ balance }: { balance: number | undefined }) {
  const line = useBalanceHistory()
  const skeleton = <Skeleton className="mt-[18px] min-h-[180px] flex-1" />
  return (
    <>
      <h2 className="text-sm font-medium text-ink-muted">
        {line.data?.complete === false ? 'Balance over your latest transactions' : 'Balance since you joined'}
      </h2>
      {line.isError && !line.data ? (
        <CardError subject="The line could not be loaded." query={line} />
      ) : line.data ? (
        <Suspense fallback={skeleton}>
          <BalanceChart points={line.data.points} balance={balance} />
        </Suspense>
      ) : (
        skeleton
      )}
    </>
  )
}

function TransactionCount({ since }: { since: string | undefined }) {
  const totals = useTransactionTotals('all')
  const { data } = totals
  return (
    <div>
      <h2 className="text-sm text-ink-muted">Total transactions</h2>
      {totals.isError && !data ? (
        <CardError subject="The total could not be loaded." query={totals} />
      ) : (
        <>
          <p className="figures text-lg font-semibold tracking-[-.01em]">
            {data ? (
              <Explained numberRef="account_entries" label="Total transactions">
                {formatNumber(data.received_count + data.spent_count)}
              </Explained>
            ) : (
              <Skeleton className="my-1 h-5 w-10" />
            )}
          </p>
          <p className="text-ink-muted">
            {since ? `since ${formatDate(since)}` : <Skeleton className="h-5 w-32" />}
          </p>
        </>
      )}
    </div>
  )
}

function untilText(end: string | null): string {
  return end === 'infinity' ? 'No end date' : `Until ${end ? formatDate(end) : 'Unknown'}`
}

function MembershipCard({ profile }: Props) {
  return (
    <>
      <h2 className="text-sm text-ink-muted">Membership</h2>
      <p className="text-lg font-semibold tracking-[-.01em]">{brand.memberLabel}</p>
      <p className="text-ink-muted">
        {profile ? untilText(profile.membership_end_date) : <Skeleton className="h-5 w-40" />}
      </p>
    </>
  )
}

function TermCard({ profile }: Props) {
  return (
    <div className="min-w-40 flex-1">
      <h2 className="text-sm text-ink-muted">Term</h2>
      <p className="figures text-lg font-semibold tracking-[-.01em]">
        {profile ? membershipStatus(profile) : <Skeleton className="my-1 h-5 w-40" />}
      </p>
      {profile ? <TermBar profile={profile} /> : null}
    </div>
  )
}
