import clsx from 'clsx'
import { Clock } from 'lucide-react'
import { useNow } from '@/components/ui/use-now'
import type { Code } from '@/entities/codes/code'
import { formatDate, formatNumber } from '@/lib/format'
import { formatDistance } from '@/lib/near-time'

const week = 7 * 86_400_000

export function Expires({ at }: { at: string | null }) {
  const now = useNow()
  if (at === null) return 'No expiry'
  const left = Date.parse(at) - now
  const isNear = left < week
  return (
    <span className="figures inline-flex flex-wrap items-center gap-x-2 md:grid">
      <span>{formatDate(at)}</span>
      {left > 0 ? (
        <span
          // Another text is another element, for translators.
          key={formatDistance(left)}
          className={clsx(
            'inline-flex items-center gap-1 text-xs',
            isNear ? 'font-medium text-warning' : 'text-ink-muted',
          )}
        >
          {isNear ? <Clock className="!size-3.5" /> : null}
          {`in ${formatDistance(left)}`}
        </span>
      ) : null}
    </span>
  )
}

export function Uses({ uses, max_uses }: Pick<Code, 'uses' | 'max_uses'>) {
  return (
    <span className="figures inline-grid w-[84px] gap-1">
      {`${formatNumber(uses)} of ${formatNumber(max_uses)}`}
      <span aria-hidden="true" className="block h-1 w-full overflow-hidden rounded-sm bg-line">
        <span className="block h-full bg-accent" style={{ width: `${(100 * uses) / max_uses}%` }} />
      </span>
    </span>
  )
}
