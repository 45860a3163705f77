import { Coin, TokenWord } from '@/components/domain/token-amount'
import { Explained } from '@/components/explain/explained'
import { Skeleton } from '@/components/ui/skeleton'
import { membershipStatus, type Profile } from '@/entities/profiles/profile'
import { useBalanceHistory, useTransactionTotals } from '@/entities/transactions/transaction'
import { brand } from '@/lib/brand'
import { formatDate, formatDayOfMonth, formatNumber } from '@/lib/format'
import { TermBar } from '@/widgets/term-bar'
import { type BalanceSteps, balanceSteps, monthTicks } from './balance-steps'
import { BalanceSum, CardError } from './balance-sum'

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
          <Explained of="account_balance" label="Balance">
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
  const steps = line.data && balanceSteps(line.data.points, new Date())
  return (
    <>
      <h2 className="text-sm font-medium text-ink-muted">
        {line.data?.complete === false ? 'Balance over your latest transactions' : 'Balance since you joined'}
      </h2>
      {line.isError && !line.data ? (
        <CardError what="The line could not be loaded." query={line} />
      ) : steps ? (
        <BalanceChart
          steps={steps}
          label={`Balance from ${formatNumber(steps.first.balance_after)} on ${formatDate(steps.first.created_at)} to ${formatNumber(balance ?? 0)} today, highest ${formatNumber(steps.highest.balance_after)} on ${formatDate(steps.highest.created_at)}`}
        />
      ) : line.data ? (
        <p className="mt-4 text-ink-muted">Nothing has been entered yet.</p>
      ) : (
        <Skeleton className="mt-[18px] min-h-[180px] flex-1" />
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
        <CardError what="The total could not be loaded." query={totals} />
      ) : (
        <>
          <p className="figures text-lg font-semibold tracking-[-.01em]">
            {data ? (
              <Explained of="account_entries" label="Total transactions">
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

function MembershipCard({ profile }: Props) {
  const end = profile?.membership_end_date
  return (
    <>
      <h2 className="text-sm text-ink-muted">Membership</h2>
      <p className="text-lg font-semibold tracking-[-.01em]">{brand.memberLabel}</p>
      <p className="text-ink-muted">
        {profile ? `Until ${end ? formatDate(end) : 'Unknown'}` : <Skeleton className="h-5 w-40" />}
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

type BalanceChartProps = { steps: BalanceSteps; label: string }

function BalanceChart({ steps, label }: BalanceChartProps) {
  const { line, area, scale, end, first } = steps
  return (
    <div
      role="img"
      aria-label={label}
      className="mt-[18px] grid min-h-[180px] flex-1 grid-rows-[1fr_auto] pr-12"
    >
      <div className="relative border-b border-line-strong">
        {scale.map(({ value, height }) => (
          <div
            key={value}
            className="absolute -right-12 left-0 border-t border-line"
            style={{ bottom: `${height}%` }}
          >
            <span className="figures absolute -top-2 right-0 bg-surface-raised pl-2 text-xs text-ink-muted">
              {formatNumber(value)}
            </span>
          </div>
        ))}
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible"
        >
          <path d={area} className="fill-token-soft" />
          <path
            d={line}
            fill="none"
            strokeWidth="1.75"
            vectorEffect="non-scaling-stroke"
            className="stroke-token-fill"
          />
        </svg>
        <span
          className="absolute -mt-2.5 -mr-2.5 size-5 rounded-full bg-surface-raised p-0.5"
          style={{ right: 0, top: `${end}%` }}
        >
          <Coin className="size-full" />
        </span>
      </div>
      <div className="relative flex justify-between pt-2 text-xs text-ink-muted">
        <span>{formatDate(first.created_at)}</span>
        {monthTicks(new Date(first.created_at), new Date()).map(({ date, at }) => (
          <span key={at} className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: `${at}%` }}>
            {formatDayOfMonth(date)}
          </span>
        ))}
        <span>Today</span>
      </div>
    </div>
  )
}
