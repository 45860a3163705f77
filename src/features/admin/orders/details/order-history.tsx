import { Link } from 'react-router-dom'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { actorOf } from '@/entities/activity/activity'
import { useOrderHistory } from '@/entities/orders/admin-detail'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderLabel } from '@/entities/orders/order'
import { capitalize, formatDateTime } from '@/lib/format'
import { paths } from '@/lib/paths'

export function OrderHistory({ order }: { order: Pick<AdminOrder, 'id' | 'order_number'> }) {
  const history = useOrderHistory(order.id)
  return (
    <section aria-labelledby="order-history" aria-busy={history.isPending}>
      <h3 id="order-history" className="mb-1.5 text-sm font-semibold">
        History
      </h3>
      <QueryState
        query={history}
        pending={<Skeleton className="h-5 w-2/3" />}
        error={{ title: 'The history could not be loaded.', safe: 'The order itself is not affected.' }}
        isEmpty={({ changes }) => changes.length === 0}
        empty={<p className="text-ink-muted">The status has not been changed yet.</p>}
      >
        {({ changes, more }) => (
          <>
            <ol className="grid gap-1">
              {changes.map(({ at, actor_id, actor_name, from_status, to_status, operation_id, is_undo }) => (
                <li key={at} className="flex flex-wrap justify-between gap-x-4">
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {capitalize(from_status)} to <b className="font-semibold">{capitalize(to_status)}</b>
                    <span className="text-ink-muted">
                      {' '}
                      by <bdi>{actorOf({ actor_id, actor_name })}</bdi>
                      <span>
                        {is_undo
                          ? operation_id
                            ? ', undoing a run'
                            : ', undone'
                          : operation_id
                            ? ', in a run'
                            : ''}
                      </span>
                    </span>
                  </span>
                  <span className="figures text-ink-muted">{formatDateTime(at)}</span>
                </li>
              ))}
            </ol>
            {more ? (
              <p className="mt-1 text-ink-muted">
                Older changes are in the{' '}
                <Link
                  className="link"
                  to={`${paths.adminActivity}?${new URLSearchParams({ q: orderLabel(order) })}`}
                >
                  activity log
                </Link>
                .
              </p>
            ) : null}
          </>
        )}
      </QueryState>
    </section>
  )
}
