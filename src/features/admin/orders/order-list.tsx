import { X } from 'lucide-react'
import { EmptyState } from '@/components/list/empty-state'
import { KeysetPager } from '@/components/list/keyset-pager'
import { QueryState } from '@/components/list/query-state'
import { DataTable } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import { ordersPerPage, useAdminOrders, useOrderCount } from '@/entities/orders/admin-list'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { createdKey } from '@/entities/shared/keyset'
import { CountLine } from './count-line'
import { ExportButton } from './export-button'
import { orderColumns } from './order-columns'
import type { useOrderFilters } from './use-order-filters'

type Props = Pick<
  ReturnType<typeof useOrderFilters>,
  'filters' | 'active' | 'cursor' | 'goTo' | 'opened' | 'open' | 'linkToOrder' | 'choose' | 'clear'
>

export function OrderList({
  filters,
  active,
  cursor,
  goTo,
  opened,
  open,
  linkToOrder,
  choose,
  clear,
}: Props) {
  const orders = useAdminOrders(filters, cursor)
  const count = useOrderCount(filters)
  const table = {
    caption: 'Orders',
    columns: orderColumns({ linkTo: linkToOrder, onOpen: open }),
    rowKey: (order: { id: string }) => order.id,
    selectedKey: opened,
  }

  return (
    <section aria-label="Orders" className="mt-6">
      <div className="mb-3 flex items-center justify-between gap-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <CountLine count={orders.isPlaceholderData ? undefined : count} search={filters.search} />
          {filters.status === 'overdue' ? (
            <Button size="sm" icon={<X />} onClick={() => choose({ status: 'pending' })}>
              Overdue only
            </Button>
          ) : null}
        </div>
        <ExportButton filters={filters} disabled={!orders.data?.rows.length} />
      </div>
      <QueryState
        query={orders}
        pending={<DataTable {...table} rows={undefined} skeletonRows={12} />}
        error={{ title: ordersLoadFailure, safe: 'No order was changed.' }}
        isEmpty={(shown) => shown.rows.length === 0}
        empty={active ? <NoMatch onClear={clear} /> : none}
      >
        {(shown) => (
          <div className={orders.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
            <DataTable {...table} rows={shown.rows} />
            {shown.hasPrevious || shown.hasNext ? (
              <KeysetPager
                noun={['order', 'orders']}
                size={ordersPerPage}
                shown={shown}
                count={orders.isPlaceholderData ? undefined : count}
                keyOf={createdKey}
                goTo={goTo}
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
