import { useState } from 'react'
import { KeysetTable } from '@/components/list/keyset-table'
import { formatCapped } from '@/components/list/pager'
import { EmptyState } from '@/components/list/query-state'
import { useListKeys } from '@/components/selection/list-keys'
import { SelectionLine, selectionColumn } from '@/components/selection/selection'
import { useSelection } from '@/components/selection/use-selection'
import { Button } from '@/components/ui/button'
import { useDeskEvents } from '@/entities/orders/admin-detail'
import {
  type AdminOrder,
  orderFilter,
  orderKey,
  ordersPerPage,
  useAdminOrders,
  useOrderCount,
  useOrderStatusCounts,
} from '@/entities/orders/admin-list'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { orderLabel } from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { formatNumber } from '@/lib/format'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { type BulkAction, bulkKeys, OrderBulkBar } from './bulk/bulk-bar'
import { orderTableColumns } from './order-columns'
import './order-rows.css'
import type { useOrderFilters } from './order-filters'

type Props = { onHelp: () => void } & Pick<
  ReturnType<typeof useOrderFilters>,
  'filters' | 'sort' | 'active' | 'cursor' | 'goTo' | 'opened' | 'open' | 'linkToOrder' | 'clear'
>

const operationKinds = ['order_status', 'order_note']

export function OrderList({
  filters,
  sort,
  active,
  cursor,
  goTo,
  opened,
  open,
  linkToOrder,
  clear,
  onHelp,
}: Props) {
  const me = useUser().id
  const orders = useAdminOrders(filters, sort, cursor)
  const count = useOrderCount(filters)
  const total = useOrderStatusCounts().data?.total
  const [action, setAction] = useState<BulkAction>()
  const rows = (orders.isPlaceholderData ? undefined : orders.data?.rows) ?? []
  const matching = orders.isPlaceholderData ? undefined : count
  const selection = useSelection<AdminOrder>({
    rows,
    matching: count,
    scope: JSON.stringify(orderFilter(filters)),
  })
  useDeskEvents()
  useListKeys({
    rows,
    selection,
    onOpen: open,
    keys: { '?': onHelp, ...bulkKeys((next) => selection.count > 0 && setAction(next)) },
  })
  const table = {
    caption: 'Orders',
    columns: [
      selectionColumn(selection, orderLabel),
      ...orderTableColumns({ sort, me, linkTo: linkToOrder, onOpen: open }),
    ],
    rowKey: ({ id }: AdminOrder) => id,
    skeletonRows: 12,
    selectedKey: opened,
  }

  return (
    <section aria-label="Orders" className="order-rows dense-rows mt-2 max-md:mt-1">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 max-md:mb-0">
        <p className="figures min-h-[1lh] min-w-0 text-ink-2 [overflow-wrap:anywhere]" role="status">
          {/* Capped at 10,000 matches (D20). */}
          {matching ? (
            <>
              <b className="font-semibold text-ink">{formatCapped(matching)}</b>
              <span>
                {`${total === undefined ? '' : ` of ${formatNumber(total)}`} orders${
                  filters.search ? ` matching "${filters.search}"` : ''
                }`}
              </span>
            </>
          ) : null}
        </p>
        <SelectionLine selection={selection} />
      </div>
      <KeysetTable
        query={orders}
        table={table}
        error={{ title: ordersLoadFailure, safe: 'No order was changed.' }}
        empty={active ? <NoMatch onClear={clear} /> : none}
        noun={['order', 'orders']}
        size={ordersPerPage}
        count={matching}
        keyOf={orderKey(sort)}
        goTo={goTo}
        hidesSinglePage
      />
      <OperationBar kinds={operationKinds}>
        {/* An open dry run stays when other admins leave nothing to select. */}
        {selection.count > 0 || action ? (
          <OrderBulkBar selection={selection} filters={filters} action={action} onAction={setAction} />
        ) : null}
      </OperationBar>
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
