import { Coin } from '@/components/domain/coin'
import { Explained } from '@/components/explain/explained'
import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import { formatNumberRef } from '@/entities/explanations/number-ref'
import { type TransactionFilter, useTransactionTotals } from '@/entities/transactions/totals'
import { formatCount, formatNumber, formatSigned } from '@/lib/format'

type TypeTotals = NonNullable<ReturnType<typeof useTransactionTotals>['data']>

const transactionCount = (count: number) => formatCount(count, 'transaction')

/** Of all matches (D4, D21). */
export function Totals({ type }: { type: TransactionFilter }) {
  const totals = useTransactionTotals(type)
  return (
    <QueryState
      query={totals}
      pending={
        <CountStrip
          label="Totals"
          counts={['Received', 'Spent', balanceLabel(type)].map((label) => ({
            id: label,
            label,
            value: undefined,
            note: '',
          }))}
        />
      }
      error={{ title: 'The totals could not be loaded.', safe: 'Your tokens are not affected.' }}
    >
      {({ type: counted, received, received_count, spent, spent_count }) => {
        const sum = explainedNumbers(counted)
        return (
          <CountStrip
            label="Totals"
            counts={[
              {
                id: 'received',
                label: 'Received',
                value: sum('account_received', 'Received', signedOrZero(received)),
                received: received > 0,
                note: transactionCount(received_count),
              },
              {
                id: 'spent',
                label: 'Spent',
                value: sum('account_spent', 'Spent', signedOrZero(-spent)),
                note: transactionCount(spent_count),
              },
              {
                id: 'remains',
                label: balanceLabel(counted),
                value: sum('account_balance', balanceLabel(counted), formatRest(counted, received - spent)),
                tokens: true,
                note: transactionCount(received_count + spent_count),
              },
            ]}
          />
        )
      }}
    </QueryState>
  )
}

export function totalRow({ type, received, received_count, spent, spent_count }: TypeTotals) {
  const sum = explainedNumbers(type)
  return [
    `Total of ${transactionCount(received_count + spent_count)}`,
    undefined,
    undefined,
    sum('account_received', 'Received, total', signedOrZero(received)),
    sum('account_spent', 'Spent, total', signedOrZero(-spent)),
    <span key="rest" className="inline-flex items-center gap-[.38em]">
      {type === 'all' ? <Coin className="size-[1.05em]" /> : null}
      {sum('account_balance', `${balanceLabel(type)}, total`, formatRest(type, received - spent))}
      {type === 'all' ? <span className="sr-only"> tokens</span> : null}
    </span>,
  ]
}

function explainedNumbers(type: TransactionFilter) {
  const part = type === 'all' ? undefined : type
  return (number: string, label: string, value: string) => (
    <Explained key={number} of={formatNumberRef({ number, part })} label={label}>
      {value}
    </Explained>
  )
}

const balanceLabel = (type: TransactionFilter) => (type === 'all' ? 'Balance' : 'Difference')

function formatRest(type: TransactionFilter, value: number): string {
  return type === 'all' ? formatNumber(value) : signedOrZero(value)
}

function signedOrZero(value: number): string {
  return value === 0 ? '0' : formatSigned(value)
}
