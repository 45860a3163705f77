import { Balance } from '@/components/domain/balance'
import { Skeleton } from '@/components/ui/skeleton'
import { useTransactionTotals } from '@/entities/transactions/history'
import { formatSigned } from '@/lib/format'
import { balanceSize } from './balance-size'
import { CardError } from './card-error'

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
        <Balance value={balance} size={balanceSize(balance)} />
      )}
      {totals.isError && !totals.data ? (
        <CardError what="Received and spent could not be loaded." query={totals} />
      ) : (
        <dl className="figures">
          <Part label="Received" value={totals.data?.received} sign={1} />
          <Part label="Spent" value={totals.data?.spent} sign={-1} />
        </dl>
      )}
    </>
  )
}

function Part({ label, value, sign }: { label: string; value: number | undefined; sign: 1 | -1 }) {
  return (
    <div className="flex items-center justify-between border-line py-[9px] [&+&]:border-t">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="font-semibold">
        {value === undefined ? (
          <Skeleton className="h-5 w-12" />
        ) : value === 0 ? (
          '0'
        ) : (
          formatSigned(sign * value)
        )}
      </dd>
    </div>
  )
}
