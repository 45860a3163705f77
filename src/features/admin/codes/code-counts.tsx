import { CountStrip } from '@/components/count-strip'
import { QueryState } from '@/components/query-state'
import { type CodeKind, useCodeCounts } from '@/entities/codes'

const cards = [
  { id: 'total', label: 'Total Codes' },
  { id: 'available', label: 'Available' },
  { id: 'used', label: 'Used' },
] as const

/** Total Codes, Available, Used: exact counts of all codes of a kind. */
export function CodeCounts({ kind }: { kind: CodeKind }) {
  const counts = useCodeCounts(kind)
  return (
    <QueryState
      query={counts}
      pending={<CountStrip label="Codes" counts={cards.map((card) => ({ ...card, value: undefined }))} />}
      error={{ title: 'The counts could not be loaded.', safe: 'The codes below are not affected.' }}
    >
      {(data) => (
        <CountStrip label="Codes" counts={cards.map((card) => ({ ...card, value: data[card.id] }))} />
      )}
    </QueryState>
  )
}
