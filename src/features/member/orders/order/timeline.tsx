import clsx from 'clsx'
import { StatusGlyph } from '@/components/domain/status-badge'
import { type QueryLike, QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useNow } from '@/components/ui/use-now'
import type { DeliveryStatus, OrderEvent } from '@/entities/deliveries/own'
import type { OwnOrder } from '@/entities/orders/own'
import { formatLedgerTime } from '@/lib/near-time'
import { type Entry, timelineEntries } from './timeline-entries'

type Props = {
  order: OwnOrder
  delivery: DeliveryStatus | null | undefined
  events: QueryLike<OrderEvent[]>
}

export function Timeline({ order, delivery, events }: Props) {
  const now = useNow()
  return (
    <section className="min-w-0">
      <h2 className="section-title">What happened</h2>
      <QueryState
        query={events}
        pending={<Skeleton className="h-40" />}
        error={{ title: 'What happened could not be loaded.', safe: 'Your order is not affected.' }}
      >
        {(data) => {
          const entries = timelineEntries(order, delivery, data, now)
          return (
            <ol className="border-t border-ink">
              {entries.map((entry, index) => (
                <Line
                  key={`${entry.at} ${entry.text}`}
                  entry={entry}
                  now={now}
                  isLast={index === entries.length - 1}
                />
              ))}
            </ol>
          )
        }}
      </QueryState>
    </section>
  )
}

function Line({ entry, now, isLast }: { entry: Entry; now: number; isLast: boolean }) {
  const { at, isNext, status, text, note, by } = entry
  return (
    <li className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line pt-[11px] pb-3 leading-5 md:grid-cols-[136px_16px_minmax(0,1fr)_auto] md:gap-x-3.5">
      <span
        className={clsx(
          'relative h-full pt-0.5 max-md:row-span-2 md:col-start-2 md:row-start-1',
          !isLast &&
            'after:absolute after:top-[22px] after:-bottom-3.5 after:left-[7.5px] after:w-px after:bg-line-strong',
        )}
      >
        <StatusGlyph status={status} muted={isNext} />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere] md:col-start-3 md:row-start-1">
        <span className={isNext ? 'text-ink-muted' : undefined}>{text}</span>
        {note ? <span className="block text-xs text-ink-muted">{note}</span> : null}
      </span>
      <span className="text-right text-ink-muted max-md:text-xs/5 md:col-start-4 md:row-start-1">
        {by ? <bdi>{by}</bdi> : null}
      </span>
      {at ? (
        <span className="text-ink-muted max-md:col-start-2 max-md:text-xs md:col-start-1 md:row-start-1">
          <span>{isNext ? 'by ' : null}</span>
          <time dateTime={at}>{formatLedgerTime(at, now)}</time>
        </span>
      ) : null}
    </li>
  )
}
