import { Balance } from '@/components/domain/balance'
import { Explained } from '@/components/explain/explained'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useTransactionTotals } from '@/entities/transactions/transaction'
import { formatSigned } from '@/lib/format'

/** The largest size that fits beside the chart, down to 320 px. */
function balanceSize(balance: number) {
  if (balance < 1000) return 'large'
  return balance < 100_000 ? 'page' : 'side'
}

export function BalanceSum({ balance }: { balance: number | undefined }) {
  const totals = useTransactionTotals('all')
  return (
    <>
      <h2 className="text-sm font-medium text-ink-muted">Token balance</h2>
      {balance === undefined ? (
        <div className="double-rule pt-3 pb-0.5">
          <Skeleton className="h-[104px] w-52 max-md:h-[88px]" />
        </div>
      ) : (
        <Balance value={balance} size={balanceSize(balance)} numberRef="account_balance" />
      )}
      {totals.isError && !totals.data ? (
        <CardError subject="Received and spent could not be loaded." query={totals} />
      ) : (
        <dl className="figures">
          <Part label="Received" of="account_received" value={totals.data?.received} sign={1} />
          <Part label="Spent" of="account_spent" value={totals.data?.spent} sign={-1} />
        </dl>
      )}
    </>
  )
}

type PartProps = { label: string; of: string; value: number | undefined; sign: 1 | -1 }

function Part({ label, of, value, sign }: PartProps) {
  return (
    <div className="flex items-center justify-between border-line py-[9px] max-md:py-3 [&+&]:border-t">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="font-semibold">
        {value === undefined ? (
          <Skeleton className="h-5 w-12" />
        ) : (
          <Explained numberRef={of} label={label}>
            {value === 0 ? '0' : formatSigned(sign * value)}
          </Explained>
        )}
      </dd>
    </div>
  )
}

type ErrorProps = { subject: string; query: { isFetching: boolean; refetch: () => unknown } }

export function CardError({ subject, query }: ErrorProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <p className="text-danger">{subject}</p>
      <Button size="sm" busy={query.isFetching} busyLabel="Trying..." onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}
