import { Skeleton } from '@/components/ui/skeleton'
import { useBalanceHistory } from '@/entities/transactions/recent'
import { formatDate, formatNumber } from '@/lib/format'
import { BalanceChart } from './balance-chart'
import { balanceSteps } from './balance-steps'
import { CardError } from './card-error'

export function BalanceHistory({ balance }: { balance: number | undefined }) {
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
