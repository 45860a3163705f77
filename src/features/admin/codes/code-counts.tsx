import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import type { CodeKind } from '@/entities/codes/code'
import { useCodeCounts } from '@/entities/codes/list'
import { formatCount } from '@/lib/format'

const cards = [
  { id: 'total', label: 'Total Codes', tokens: 'tokens_total', says: 'in all' },
  { id: 'available', label: 'Available', tokens: 'tokens_available', says: 'not yet claimed' },
  { id: 'used', label: 'Used', tokens: 'tokens_used', says: 'claimed' },
] as const

export function CodeCounts({ kind }: { kind: CodeKind }) {
  const counts = useCodeCounts(kind)
  return (
    <QueryState
      query={counts}
      pending={
        <CountStrip
          label="Codes"
          counts={cards.map(({ id, label }) => ({
            id,
            label,
            value: undefined,
            note: kind === 'token' ? '' : undefined,
          }))}
        />
      }
      error={{ title: 'The counts could not be loaded.', safe: 'The codes below are not affected.' }}
    >
      {(data) => (
        <CountStrip
          label="Codes"
          counts={cards.map(({ id, label, tokens, says }) => ({
            id,
            label,
            value: data[id],
            note: kind === 'token' ? `${formatCount(data[tokens], 'token')} ${says}` : undefined,
          }))}
        />
      )}
    </QueryState>
  )
}
