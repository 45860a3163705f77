import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { PageHeader } from '@/components/ui/page-header'
import { useAdminOrders, useOrderStatusCounts } from '@/entities/orders/admin-list'
import { formatCount } from '@/lib/format'
import { FilterCard } from './filter-card'
import { OrderList } from './order-list'
import { StatusCounts } from './status-counts'
import { useOrderFilters } from './use-order-filters'

const OrderDetailsDialog = lazyDialog(() =>
  import('./details/order-details-dialog').then((module) => module.OrderDetailsDialog),
)

export function AdminOrdersPage() {
  const state = useOrderFilters()
  const { filters, cursor, opened, open, linkToStatus } = state
  const { data: counts } = useOrderStatusCounts()
  const { data: shown } = useAdminOrders(filters, cursor)

  return (
    <>
      <PageHeader
        title="Order Management"
        subtitle={
          counts
            ? `${formatCount(counts.total, 'order')}, newest first.${
                counts.overdue > 0
                  ? ` ${formatCount(counts.overdue, 'pending order is', 'pending orders are')} overdue.`
                  : ''
              }`
            : 'Newest first.'
        }
      />
      <StatusCounts chosen={filters.status} linkTo={linkToStatus} />
      <FilterCard {...state} />
      <OrderList {...state} />
      {opened ? (
        <OrderDetailsDialog
          key={opened}
          frame={{ title: 'Order Details', wide: true }}
          id={opened}
          listed={shown?.rows.map(({ id }) => id) ?? []}
          onClose={() => open()}
        />
      ) : null}
    </>
  )
}
