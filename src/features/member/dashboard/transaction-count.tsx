import { Explained } from '@/components/explain/explained'
import { Skeleton } from '@/components/ui/skeleton'
import { useTransactionTotals } from '@/entities/transactions/totals'
import { formatDate, formatNumber } from '@/lib/format'
import { CardError } from './card-error'

export function TransactionCount({ since }: { since: string | undefined }) {
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
