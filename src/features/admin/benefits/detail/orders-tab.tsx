import { KeysetPager, LoadedRows, usePageCursor } from '@/components/list/pager'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { TimeCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { DataTable } from '@/components/table/data-table'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import {
  type AdminOrder,
  ordersPerPage,
  useBenefitOrderCount,
  useBenefitOrders,
} from '@/entities/orders/admin-list'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { createdKey } from '@/entities/shared/keyset'
import { numberColumn, statusAndTokens } from '@/widgets/orders/admin-columns'

const columns: Column<AdminOrder>[] = [
  numberColumn,
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ profile, customer_name }) => <bdi>{profile?.name ?? customer_name ?? 'Deleted user'}</bdi>,
  },
  ...statusAndTokens,
  {
    id: 'date',
    header: 'Date',
    ruled: true,
    nowrap: true,
    cell: ({ created_at }) => <TimeCell iso={created_at} />,
  },
]
const table = { caption: 'Orders', columns, rowKey: ({ id }: AdminOrder) => id }

export function OrdersTab({ benefit }: { benefit: AdminBenefit }) {
  const { cursor, goTo } = usePageCursor()
  const orders = useBenefitOrders(benefit.id, cursor)
  const { data: count } = useBenefitOrderCount(benefit.id)
  return (
    <QueryState
      query={orders}
      pending={<DataTable {...table} rows={undefined} />}
      error={{ title: ordersLoadFailure, safe: 'No order was changed.' }}
      isEmpty={({ rows }) => rows.length === 0}
      empty={<EmptyState title="No orders yet.">Orders of this benefit will appear here.</EmptyState>}
    >
      {(shown) => (
        <LoadedRows stale={orders.isPlaceholderData}>
          <DataTable {...table} rows={shown.rows} />
          <KeysetPager
            noun={['order', 'orders']}
            size={ordersPerPage}
            shown={shown}
            count={
              count === undefined || orders.isPlaceholderData ? undefined : { value: count, capped: false }
            }
            keyOf={createdKey}
            goTo={goTo}
          />
        </LoadedRows>
      )}
    </QueryState>
  )
}
