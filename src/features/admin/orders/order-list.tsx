import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { Pager } from '@/components/pager'
import { QueryState } from '@/components/query-state'
import { Button } from '@/components/ui/button'
import { ordersLoadFailure, ordersPerPage, useAdminOrders, useOrderCounts } from '@/entities/admin-orders'
import { formatNumber, pageInfo } from '@/lib/format'
import { orderColumns } from './order-columns'
import type { useOrderFilters } from './use-order-filters'

type Props = Pick<
  ReturnType<typeof useOrderFilters>,
  'filters' | 'active' | 'page' | 'setPage' | 'opened' | 'open' | 'clear'
>

/** The count line, the table and its pages. */
export function OrderList({ filters, active, page, setPage, opened, open, clear }: Props) {
  const { search } = filters
  const orders = useAdminOrders(filters, page)
  const counts = useOrderCounts()
  const table = {
    caption: 'Orders',
    columns: orderColumns(open),
    rowKey: (order: { id: string }) => order.id,
    selectedKey: opened,
  }

  return (
    <section aria-label="Orders" className="mt-6">
      <p className="figures mb-3 min-h-5 text-ink-2" role="status">
        {orders.data ? (
          <>
            <b className="font-semibold text-ink">{formatNumber(orders.data.count)}</b>
            {counts.data ? ` of ${formatNumber(counts.data.total)}` : ''} orders
            {search ? ` matching "${search}"` : ''}
          </>
        ) : null}
      </p>
      <QueryState
        query={orders}
        pending={<DataTable {...table} rows={undefined} skeletonRows={12} />}
        error={{ title: ordersLoadFailure, safe: 'No order was changed.' }}
        isEmpty={(data) => data.count === 0}
        empty={active ? <NoMatch onClear={clear} /> : none}
      >
        {({ rows, count, page: shown, pages }) => (
          <div className={orders.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
            <DataTable {...table} rows={rows} />
            {pages > 1 ? (
              <Pager
                info={pageInfo(shown, ordersPerPage, count, 'order')}
                page={shown}
                pages={pages}
                onPage={setPage}
              />
            ) : null}
          </div>
        )}
      </QueryState>
    </section>
  )
}

const none = (
  <EmptyState title="No orders found.">Orders appear here when members redeem benefits.</EmptyState>
)

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No orders match your search criteria."
      action={<Button onClick={onClear}>Show all orders</Button>}
    />
  )
}
