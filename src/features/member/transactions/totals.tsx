import { TokenAmount } from '@/components/domain/token-amount'
import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import { type TransactionFilter, useTransactionTotals } from '@/entities/transactions/history'
import { formatCount, formatNumber, formatSigned } from '@/lib/format'

type TypeTotals = NonNullable<ReturnType<typeof useTransactionTotals>['data']>

const entries = (count: number) => formatCount(count, 'entry', 'entries')

/** Over every match (D4, D21). */
export function Totals({ type }: { type: TransactionFilter }) {
  const totals = useTransactionTotals(type)
  return (
    <QueryState
      query={totals}
      pending={
        <CountStrip
          label="Totals"
          counts={['Received', 'Spent', remains(type)].map((label) => ({
            id: label,
            label,
            value: undefined,
            note: '',
          }))}
        />
      }
      error={{ title: 'The totals could not be loaded.', safe: 'Your tokens are not affected.' }}
    >
      {({ type: counted, received, received_count, spent, spent_count }) => (
        <CountStrip
          label="Totals"
          counts={[
            {
              id: 'received',
              label: 'Received',
              value: signedOrZero(received),
              received: received > 0,
              note: entries(received_count),
            },
            {
              id: 'spent',
              label: 'Spent',
              value: signedOrZero(-spent),
              note: entries(spent_count),
            },
            {
              id: 'remains',
              label: remains(counted),
              value: counted === 'all' ? formatNumber(received - spent) : signedOrZero(received - spent),
              tokens: true,
              note: entries(received_count + spent_count),
            },
          ]}
        />
      )}
    </QueryState>
  )
}

export function totalRow({ type, received, received_count, spent, spent_count }: TypeTotals) {
  const rest = received - spent
  return [
    `Total of ${entries(received_count + spent_count)}`,
    undefined,
    undefined,
    signedOrZero(received),
    signedOrZero(-spent),
    type === 'all' ? <TokenAmount key="balance" value={rest} /> : signedOrZero(rest),
  ]
}

const remains = (type: TransactionFilter) => (type === 'all' ? 'Balance' : 'Difference')

function signedOrZero(value: number): string {
  return value === 0 ? '0' : formatSigned(value)
}
