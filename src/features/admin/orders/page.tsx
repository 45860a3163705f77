import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { Button } from '@/components/ui/button'
import { OwnLine } from '@/components/ui/own-line'
import { PageHeader } from '@/components/ui/page-header'
import { useAdminOrders } from '@/entities/orders/admin-list'
import { orderFilter } from '@/entities/orders/filters'
import { useViewCounts } from '@/entities/orders/views'
import { formatCount, formatNumber } from '@/lib/format'
import { deskKeys } from './desk-keys'
import { ExportButton } from './export-button'
import { FilterCard } from './filter-card'
import { LateCredit } from './late-credit/late-credit'
import { OrderList } from './order-list'
import { StatusCounts } from './status-counts'
import { useOrderFilters } from './use-order-filters'
import { ViewTabs } from './views/view-tabs'
import { fixedViews } from './views/views'

const OrderDetailsDialog = lazyDialog(() =>
  import('./details/order-details-dialog').then((module) => module.OrderDetailsDialog),
)
const KeyboardSheet = lazyDialog(() =>
  import('@/components/keyboard/keyboard-sheet').then((module) => module.KeyboardSheet),
)

export function AdminOrdersPage() {
  const state = useOrderFilters()
  const { filters, sort, cursor, opened, open, linkToStatus } = state
  const { data: shown } = useAdminOrders(filters, sort, cursor)
  const [help, setHelp] = useState(false)

  return (
    <>
      <PageHeader
        title="Order Management"
        subtitle={<Waiting />}
        actions={
          <>
            <Button
              variant="quiet"
              className="max-md:!hidden"
              icon={<Keyboard />}
              onClick={() => setHelp(true)}
            >
              Keyboard
            </Button>
            <ExportButton filters={filters} sort={sort} disabled={!shown?.rows.length} />
          </>
        }
      />
      <LateCredit />
      <StatusCounts chosen={filters.status} linkTo={linkToStatus} />
      <ViewTabs {...state} />
      <FilterCard {...state} />
      <OrderList {...state} onHelp={() => setHelp(true)} />
      {opened ? (
        <OrderDetailsDialog
          key={opened}
          frame={{ title: 'Order Details', wide: true, tall: true }}
          id={opened}
          listed={shown?.rows.map(({ id }) => id) ?? []}
          onClose={() => open()}
        />
      ) : null}
      {help ? (
        <KeyboardSheet
          frame={{ title: 'Keyboard', wide: true }}
          groups={deskKeys}
          note="Each action shows a preview first. No key changes an order by itself."
          onClose={() => setHelp(false)}
        />
      ) : null}
    </>
  )
}

const [, waiting, late, soon] = fixedViews
const counted = [waiting, late, soon].flatMap((view) => (view ? [orderFilter(view.filters)] : []))

/** '300 orders are waiting. 12 are late, 38 are due within 6 hours.' */
function Waiting() {
  const [all, isLate, isSoon] = useViewCounts(counted).data?.map(({ value }) => value) ?? []
  if (all === undefined) return 'Counting the waiting orders.'
  if (all === 0) return 'No orders are waiting.'
  const countWithVerb = (count = 0) => `${formatNumber(count)} ${count === 1 ? 'is' : 'are'}`
  return (
    <>
      {`${formatCount(all, 'order is', 'orders are')} waiting. `}
      <OwnLine>{`${countWithVerb(isLate)} late, ${countWithVerb(isSoon)} due within 6 hours.`}</OwnLine>
    </>
  )
}
