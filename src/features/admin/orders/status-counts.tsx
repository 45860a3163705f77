import { StatusGlyph } from '@/components/domain/status-badge'
import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import { useOrderStatusCounts } from '@/entities/orders/admin-list'
import type { OrderStatusFilter } from '@/entities/orders/filters'
import { orderStatuses } from '@/entities/orders/status'
import { capitalize } from '@/lib/format'

type Props = { chosen: OrderStatusFilter; linkTo: (status: OrderStatusFilter) => string }
type Counts = NonNullable<ReturnType<typeof useOrderStatusCounts>['data']>

export function StatusCounts({ chosen, linkTo }: Props) {
  const counts = useOrderStatusCounts()
  const strip = (known?: Counts) => (
    <CountStrip
      label="Orders by status"
      counts={orderStatuses.map((status) => ({
        id: status,
        label: (
          <>
            <StatusGlyph status={status} />
            <span className="text-ink-2">{capitalize(status)}</span>
          </>
        ),
        value: known?.of(status),
        to: linkTo(status),
        current: status === chosen,
      }))}
    />
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
