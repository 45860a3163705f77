import { CountStrip } from '@/components/count-strip'
import { QueryState } from '@/components/query-state'
import { StatusGlyph } from '@/components/status-badge'
import { useOrderCounts } from '@/entities/admin-orders'
import { type OrderStatus, orderStatuses } from '@/entities/orders'
import { statusWord } from './status-word'

type Props = { chosen: OrderStatus | ''; linkTo: (status: OrderStatus) => string }

/** One count card per status, of all orders; a card filters the list below. */
export function StatusCounts({ chosen, linkTo }: Props) {
  const counts = useOrderCounts()
  const strip = (countOf: (status: OrderStatus) => number | undefined) => (
    <CountStrip
      label="Orders by status"
      className="md:grid-cols-5"
      counts={orderStatuses.map((status) => ({
        id: status,
        label: (
          <>
            <StatusGlyph status={status} />
            <span className="text-ink-2">{statusWord(status)}</span>
          </>
        ),
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
