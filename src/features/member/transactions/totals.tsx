import { CountStrip } from '@/components/count-strip'
import { QueryState } from '@/components/query-state'
import { type TypeFilter, useTotals } from '@/entities/transaction-history'
import { countOf, formatNumber, formatSigned } from '@/lib/format'

const entries = (count: number) => countOf(count, 'entry', 'entries')

/** What came, what went and what remains, over every entry that the filter matches (D4, D21). */
export function Totals({ type }: { type: TypeFilter }) {
  const totals = useTotals(type)
  const remains = type === 'all' ? 'Balance' : 'Difference'
  return (
    <QueryState
      query={totals}
      pending={
        <CountStrip
          label="Totals"
          counts={['Received', 'Spent', remains].map((label) => ({
            id: label,
            label,
            value: undefined,
            note: '',
          }))}
        />
      }
      error={{ title: 'The totals could not be loaded.', safe: 'Your tokens are not affected.' }}
    >
      {({ received, received_count, spent, spent_count }) => (
        <CountStrip
          label="Totals"
          counts={[
            {
              id: 'received',
              label: 'Received',
              value: received === 0 ? 0 : formatSigned(received),
              note: entries(received_count),
            },
            {
              id: 'spent',
              label: 'Spent',
              value: spent === 0 ? 0 : formatSigned(-spent),
              note: entries(spent_count),
            },
            {
              id: 'remains',
              label: remains,
              value: type === 'all' ? formatNumber(received - spent) : signedOrZero(received - spent),
              tokens: true,
              note: entries(received_count + spent_count),
            },
          ]}
        />
      )}
    </QueryState>
  )
}

function signedOrZero(value: number): string {
  return value === 0 ? '0' : formatSigned(value)
}
