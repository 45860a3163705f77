import { CountStrip } from '@/components/count-strip'
import { QueryState } from '@/components/query-state'
import { StatusBadge } from '@/components/status-badge'
import { useOrderCounts } from '@/entities/admin-orders'
import { type OrderStatus, orderStatuses } from '@/entities/orders'

type Props = { chosen: OrderStatus | ''; linkTo: (status: OrderStatus) => string }

/** One count card per status, of all orders; a card filters the list below. */
export function StatusCounts({ chosen, linkTo }: Props) {
  const counts = useOrderCounts()
  const strip = (countOf: (status: OrderStatus) => number | undefined) => (
    <CountStrip
      label="Orders by status"
      counts={orderStatuses.map((status) => ({
        id: status,
        label: <StatusBadge status={status} />,
        value: countOf(status),
        to: linkTo(status),
        current: status === chosen,
      }))}
    />
  )

  return (
    <QueryState
      query={counts}
      pending={strip(() => undefined)}
      error={{ title: 'The counts could not be loaded.', safe: 'The list below is not affected.' }}
    >
      {({ byStatus }) => strip((status) => byStatus.find((entry) => entry.status === status)?.count)}
    </QueryState>
  )
}
