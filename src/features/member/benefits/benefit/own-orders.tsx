import { OrderLink, OrderTokens } from '@/components/domain/order-link'
import { StatusBadge } from '@/components/domain/status-badge'
import { QueryState } from '@/components/list/query-state'
import { type Column, DataTable } from '@/components/table/data-table'
import { dateColumn } from '@/components/table/time-column'
import { Skeleton } from '@/components/ui/skeleton'
import { isOrderStatus, orderedBenefit, orderLabel, statusText } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { ordersPerPage, useOwnOrdersOf } from '@/entities/orders/own-lists'
import { formatNumber } from '@/lib/format'

const columns: Column<OwnOrder>[] = [
  {
    id: 'order',
    header: 'Order',
    card: 'main',
    cell: (order) => <OrderLink id={order.id} number={orderLabel(order)} />,
  },
  {
    id: 'status',
    header: 'Status',
    card: 'left',
    cell: ({ status }) => (isOrderStatus(status) ? <StatusBadge status={status} /> : statusText(status)),
  },
  dateColumn('date', 'Date', ({ created_at }) => created_at, { card: 'right' }),
  {
    id: 'tokens',
    header: 'Tokens',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: (order) => <OrderTokens tokens={orderedBenefit(order).tokens} status={order.status} />,
  },
]

type Props = { benefitId: string; limit: number | null }

export function OwnOrders({ benefitId, limit }: Props) {
  const orders = useOwnOrdersOf(benefitId)
  return (
    <section className="min-w-0">
      <h2 className="section-title">Your orders of this</h2>
      <QueryState
        query={orders}
        pending={<Skeleton className="h-16" />}
        error={{ title: 'Your orders of this could not be loaded.', safe: 'Your orders are safe.' }}
        isEmpty={({ count }) => count === 0}
        empty={<p className="text-ink-muted">None yet.</p>}
      >
        {({ rows, count }) => (
          <>
            <DataTable
              compact
              caption="Your orders of this benefit"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
            />
            {count > rows.length ? (
              <p className="mt-3 text-xs text-ink-muted">
                The newest {formatNumber(ordersPerPage)} of {formatNumber(count)}.
              </p>
            ) : null}
            {limit !== null && rows.some(({ unit }) => unit === 'returned') ? (
              <p className="mt-3 text-xs text-ink-muted">
                A cancelled order does not count towards the limit.
              </p>
            ) : null}
          </>
        )}
      </QueryState>
    </section>
  )
}
