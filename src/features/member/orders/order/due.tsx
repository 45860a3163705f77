import clsx from 'clsx'
import { useNow } from '@/components/ui/use-now'
import type { OwnOrder } from '@/entities/orders/own'
import { formatCount } from '@/lib/format'
import { formatDistance, formatNearTime, hoursIn } from '@/lib/near-time'

export function Due({ order: { created_at, due_at } }: { order: OwnOrder }) {
  const now = useNow()
  if (!due_at) return null
  const [start, due] = [Date.parse(created_at), Date.parse(due_at)]
  const late = now - due
  const isLate = late > 0
  const allowed = formatCount(hoursIn(due - start), 'hour')
  const span = isLate ? now - start : due - start
  const share = Math.min(100, (100 * (isLate ? due - start : Math.max(0, now - start))) / span)
  return (
    <section aria-label="Due" className="sheet p-6 max-md:p-5">
      <p className="text-ink-muted">Due</p>
      <p className="mt-0.5 text-lg font-semibold">
        <time dateTime={due_at}>{formatNearTime(due_at, now)}</time>
      </p>
      <p className={clsx('mt-0.5', isLate ? 'font-semibold text-danger' : 'text-ink-muted')}>
        {isLate ? `late by ${formatDistance(late)}` : `in ${formatDistance(-late)}`}
      </p>
      <div
        role="img"
        aria-label={`${formatCount(hoursIn(now - start), 'hour')} of ${allowed} have passed`}
        className="mt-3.5 flex h-1.5 gap-[3px] overflow-hidden rounded-sm bg-line"
      >
        <span className="bg-accent" style={{ width: `${share}%` }} />
        {isLate ? <span className="min-w-[3px] flex-1 bg-danger" /> : null}
      </div>
      <p className="mt-1.5 flex justify-between gap-3 text-xs text-ink-muted">
        <span>Ordered {formatNearTime(created_at, now, 'short')}</span>
        <span>{isLate ? `${allowed}, and ${formatDistance(late)} more` : allowed}</span>
      </p>
    </section>
  )
}
