import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { StatusBadge } from '@/components/domain/status-badge'
import { Explained } from '@/components/explain/explained'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { formatNumberRef } from '@/entities/explanations/number-ref'
import { useOrderStatusCounts } from '@/entities/orders/admin-list'
import type { OrderStatus } from '@/entities/orders/status'
import { capitalize, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { statuses } from './charts/order-day'

const colours: Record<OrderStatus, string> = {
  pending: 'bg-warning',
  processing: 'bg-info',
  completed: 'bg-accent',
  delivered: 'bg-positive',
  cancelled: 'bg-line-control',
}

export function OrderStatuses() {
  const query = useOrderStatusCounts()
  return (
    <section>
      <div className="mb-2 flex min-h-[34px] items-center justify-between gap-4">
        <h2 className="text-base font-semibold">Orders by status</h2>
        <Link to={paths.adminOrders} className="link">
          All orders
        </Link>
      </div>
      <QueryState
        query={query}
        pending={<Bars />}
        error={{
          title: 'Orders by status could not be loaded.',
          safe: 'The rest of the page is not affected.',
        }}
      >
        {({ of }) => <Bars of={of} />}
      </QueryState>
    </section>
  )
}

function Bars({ of }: { of?: (status: OrderStatus) => number }) {
  const highest = Math.max(1, ...statuses.map(({ status }) => of?.(status) ?? 0))
  return (
    <ul className="grid grid-cols-[116px_minmax(0,1fr)_auto] gap-x-3 border-t border-ink">
      {statuses.map(({ status }) => (
        <li key={status} className="col-span-3 grid grid-cols-subgrid">
          <div className="col-span-3 grid grid-cols-subgrid items-center border-b border-line py-2 pr-2 max-md:min-h-11">
            <Link to={`${paths.adminOrders}?status=${status}`} className="hit-area justify-self-start">
              <StatusBadge status={status} />
            </Link>
            {of ? (
              <>
                <span aria-hidden="true">
                  <span
                    className={clsx(
                      'block h-2 rounded-[2px]',
                      colours[status],
                      of(status) > 0 && 'min-w-[2px]',
                    )}
                    style={{ width: `${(of(status) / highest) * 100}%` }}
                  />
                </span>
                <b className="figures min-w-8 text-right font-semibold">
                  <Explained
                    of={formatNumberRef({ number: 'orders', part: status })}
                    label={`${capitalize(status)} orders`}
                  >
                    {formatNumber(of(status))}
                  </Explained>
                </b>
              </>
            ) : (
              <>
                <Skeleton className="h-2" />
                <Skeleton className="my-1 h-3 w-8" />
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
