import { lazy, Suspense } from 'react'
import { PageHeader } from '@/components/page-header'
import { useOrderCounts } from '@/entities/admin-orders'
import { countOf } from '@/lib/format'
import { FilterCard } from './filter-card'
import { OrderList } from './order-list'
import { StatusCounts } from './status-counts'
import { useOrderFilters } from './use-order-filters'

const OrderDetailsDialog = lazy(() =>
  import('./order-details-dialog').then((module) => ({ default: module.OrderDetailsDialog })),
)

/** /admin/orders: every order, found by text, status and day; its details set the status. */
export function Component() {
  const state = useOrderFilters()
  const { filters, opened, open, linkTo } = state
  const { data: counts } = useOrderCounts()

  return (
    <>
      <PageHeader
        title="Order Management"
        subtitle={
          counts
            ? `${countOf(counts.total, 'order')}, newest first.${
                counts.overdue > 0
                  ? ` ${countOf(counts.overdue, 'pending order is', 'pending orders are')} overdue.`
                  : ''
              }`
            : 'Newest first.'
        }
      />
      <StatusCounts chosen={filters.status} linkTo={linkTo} />
      <FilterCard {...state} />
      <OrderList {...state} />
      {opened ? (
        <Suspense fallback={null}>
          <OrderDetailsDialog key={opened} id={opened} onClose={() => open(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
