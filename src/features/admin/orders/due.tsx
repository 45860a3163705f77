import clsx from 'clsx'
import { Clock, ClockAlert } from 'lucide-react'
import { useNow } from '@/components/ui/use-now'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { formatDate, formatTime } from '@/lib/format'
import { formatDistance, formatNearTime } from '@/lib/near-time'
import { isWaiting } from './customer'

type Props = { order: Pick<AdminOrder, 'status' | 'due_at' | 'created_at'> }

const soon = 6 * 3_600_000

export function DueCell({ order }: Props) {
  if (!isWaiting(order) || order.due_at === null) return <span className="text-ink-muted">None</span>
  return (
    <span className="figures">
      <time dateTime={order.due_at} className="@max-[29.9375rem]:hidden">
        {formatNearTime(order.due_at, Date.now(), 'short')}
      </time>{' '}
      <TimeToDue due={order.due_at} />
    </span>
  )
}

/** `alone`: beside a column of due times. */
export function DateCell({ order, alone }: Props & { alone: boolean }) {
  return (
    <span className="figures @max-[29.9375rem]:text-xs @max-[29.9375rem]:text-ink-muted">
      <span className={clsx(isWaiting(order) && '@max-[29.9375rem]:hidden')}>
        {formatDate(order.created_at)}{' '}
        <span className="text-xs text-ink-muted @max-[29.9375rem]:hidden">
          {formatTime(order.created_at)}
        </span>
      </span>
      {isWaiting(order) && order.due_at !== null && !alone ? <TimeToDue due={order.due_at} /> : null}
    </span>
  )
}

function TimeToDue({ due }: { due: string }) {
  const left = Date.parse(due) - useNow()
  const isLate = left <= 0
  const isSoon = !isLate && left < soon
  return (
    <span
      className={clsx(
        'flex items-center gap-1.5 text-xs',
        isLate ? 'font-medium text-danger' : isSoon ? 'font-medium text-warning' : 'text-ink-muted',
      )}
    >
      {isLate ? (
        <ClockAlert aria-hidden="true" className="size-[13px]" />
      ) : isSoon ? (
        <Clock aria-hidden="true" className="size-[13px]" />
      ) : null}
      <span>{isLate ? `${formatDistance(-left)} late` : `due in ${formatDistance(left)}`}</span>
    </span>
  )
}
