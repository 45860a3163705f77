import { Link } from 'react-router-dom'
import { StatusGlyph } from '@/components/domain/status-badge'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { OrderStatusFilter } from '@/entities/orders/admin-list'
import { useOrderStatusCounts } from '@/entities/orders/admin-list'
import { orderStatuses } from '@/entities/orders/order'
import { capitalize, formatNumber } from '@/lib/format'

type Props = { chosen: OrderStatusFilter; linkTo: (status: OrderStatusFilter) => string }
type Counts = NonNullable<ReturnType<typeof useOrderStatusCounts>['data']>

export function StatusCounts({ chosen, linkTo }: Props) {
  const counts = useOrderStatusCounts()
  const strip = (known?: Counts) => (
    <nav aria-label="Orders by status">
      <ul className="mt-2.5 flex overflow-x-auto max-md:mt-1.5 border-y border-t-ink border-b-line [scrollbar-width:none] max-md:-mx-4">
        {orderStatuses.map((status) => (
          <li key={status} className="flex-none border-line md:flex-[1_0_auto] not-first:border-l">
            <Link
              to={linkTo(status)}
              aria-current={status === chosen ? 'true' : undefined}
              className="flex min-h-10 items-center gap-[7px] px-3.5 text-sm text-ink-2 -outline-offset-2 hover:bg-surface-hover max-md:min-h-11 aria-[current]:shadow-[inset_0_-2px_0_var(--accent)]"
            >
              <StatusGlyph status={status} />
              {capitalize(status)}
              <span className="figures ml-auto pl-2 font-serif text-lg text-ink">
                {known ? formatNumber(known.of(status)) : <Skeleton className="h-4 w-8" />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )

  return (
    <QueryState
      query={counts}
      pending={strip()}
      error={{ title: 'The counts could not be loaded.', safe: 'The list below is not affected.' }}
    >
      {strip}
    </QueryState>
  )
}
