import { QueryState } from '@/components/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useOrderHistory } from '@/entities/order-history'
import { isOrderStatus } from '@/entities/orders'
import { formatDate, formatTime } from '@/lib/format'
import { statusWord } from './status-word'

const word = (status: string) => (isOrderStatus(status) ? statusWord(status) : status)

/** Who set which status when: from the log that nobody can edit (D29). */
export function OrderHistory({ id }: { id: string }) {
  const history = useOrderHistory(id)
  return (
    <section aria-labelledby="order-history">
      <h3 id="order-history" className="mb-1.5 text-sm font-semibold">
        History
      </h3>
      <QueryState
        query={history}
        pending={<Skeleton className="h-5 w-2/3" />}
        error={{ title: 'The history could not be loaded.', safe: 'The order itself is not affected.' }}
        isEmpty={(changes) => changes.length === 0}
        empty={<p className="text-ink-muted">The status has not been changed yet.</p>}
      >
        {(changes) => (
          <ol className="grid gap-1">
            {changes.map(({ at, actor_name, from_status, to_status }) => (
              <li key={at} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {word(from_status)} to <b className="font-semibold">{word(to_status)}</b>
                  <span className="text-ink-muted"> by {actor_name ?? 'Deleted user'}</span>
                </span>
                <span className="figures text-ink-muted">
                  {formatDate(at)}, {formatTime(at)}
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </section>
  )
}
