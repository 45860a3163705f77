import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import type { CodeKind } from '@/entities/codes/code'
import { listedCodes, useCodeCounts } from '@/entities/codes/list'
import { formatCount, formatNumber } from '@/lib/format'

type Counts = NonNullable<ReturnType<typeof useCodeCounts>['data']>

const labels = { total: 'Total Codes', available: 'Available', used: 'Used', lapsed: 'Lapsed' }
const cards = Object.entries(labels).map(([id, label]) => ({ id, label, value: undefined, note: '' }))

function codeCounts(kind: CodeKind, counts: Counts) {
  const unlisted = counts.total - listedCodes(counts)
  const tokens = (count: number, says: string) =>
    kind === 'token' ? `, ${formatCount(count, 'token')} ${says}` : ''
  return [
    {
      id: 'total',
      label: labels.total,
      value: counts.total,
      note: `${formatCount(counts.uses, 'use')} so far${unlisted > 0 ? `, ${formatNumber(unlisted)} in invitations` : ''}`,
    },
    {
      id: 'available',
      label: labels.available,
      value: counts.available,
      note: `${formatCount(counts.uses_left, 'use')}${tokens(counts.tokens_left, 'not yet claimed')}`,
    },
    {
      id: 'used',
      label: labels.used,
      value: counts.used,
      note: kind === 'token' ? `${formatCount(counts.tokens_claimed, 'token')} claimed` : '',
    },
    {
      id: 'lapsed',
      label: labels.lapsed,
      value: counts.expired + counts.revoked,
      note: `${formatNumber(counts.expired)} expired, ${formatNumber(counts.revoked)} revoked${tokens(counts.tokens_lapsed, 'not issued')}`,
    },
  ]
}

export function CodeCounts({ kind }: { kind: CodeKind }) {
  return (
    <QueryState
      query={useCodeCounts(kind)}
      pending={<CountStrip label="Codes" counts={cards} />}
      error={{ title: 'The counts could not be loaded.', safe: 'The codes below are not affected.' }}
    >
      {(counts) => <CountStrip label="Codes" counts={codeCounts(kind, counts)} />}
    </QueryState>
  )
}
