import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { StatusGlyph } from '@/components/domain/status-badge'
import { listKeyGroups } from '@/components/keyboard/list-key-groups'
import { ExportCsvButton } from '@/components/list/export-csv-button'
import { QueryState } from '@/components/list/query-state'
import { Bar } from '@/components/selection/selection'
import { IconButton } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import {
  type AdminOrder,
  type OrderStatusFilter,
  useAdminOrders,
  useExportAdminOrders,
  useOrderStatusCounts,
} from '@/entities/orders/admin-list'
import { orderedBenefit, orderLabel, orderStatuses } from '@/entities/orders/order'
import { csvTime, rowsToCsv, saveCsv } from '@/lib/csv'
import { capitalize, formatNumber } from '@/lib/format'
import { customerOf } from './customer'
import { type UndoableChange, UndoChange } from './details/undo-change'
import { FilterCard } from './filter-card'
import { useOrderFilters } from './order-filters'
import { OrderList } from './order-list'
import { ViewTabs } from './views/view-tabs'

/** Erased data is an empty cell (D12, D22). */
export function ordersCsv(orders: readonly AdminOrder[]): string {
  return rowsToCsv(orders, {
    'Order number': orderLabel,
    Customer: (order) => customerOf(order)?.name ?? 'Deleted user',
    Email: (order) => customerOf(order)?.email,
    Benefit: (order) => orderedBenefit(order).name,
    Tokens: (order) => orderedBenefit(order).tokens,
    Status: ({ status }) => status,
    'Delivery email': ({ redemption_email }) => redemption_email,
    Ordered: ({ created_at }) => csvTime(created_at),
    Due: ({ due_at }) => csvTime(due_at),
    Updated: ({ updated_at }) => csvTime(updated_at),
  })
}

const OrderDetailsDialog = lazyDialog(() =>
  import('./details/order-details-dialog').then((module) => module.OrderDetailsDialog),
)
const KeyboardSheet = lazyDialog(() =>
  import('@/components/keyboard/keyboard-sheet').then((module) => module.KeyboardSheet),
)

const deskKeys = listKeyGroups('order', {
  canOpen: true,
  moveKeys: [{ label: 'View 1 to 9', shortcut: ['G', '1'] }],
  actionKeys: [
    { label: 'Mark processing', shortcut: ['1'] },
    { label: 'Mark completed', shortcut: ['2'] },
    { label: 'Mark delivered', shortcut: ['3'] },
    { label: 'Cancel', shortcut: ['4'] },
    { label: 'Add a note', shortcut: ['N'] },
  ],
})

export function AdminOrdersPage() {
  const state = useOrderFilters()
  const { filters, sort, cursor, opened, open, linkToStatus } = state
  const { data: list } = useAdminOrders(filters, sort, cursor)
  const exported = useExportAdminOrders()
  const [help, setHelp] = useState(false)
  const [undoable, setUndoable] = useState<UndoableChange>()

  return (
    <>
      <PageHeader
        title="Order Management"
        dense
        badge={<ViewTabs {...state} />}
        actions={
          <>
            <IconButton
              aria-label="Keyboard"
              size="md"
              className="max-md:!hidden"
              icon={<Keyboard />}
              onClick={() => setHelp(true)}
            />
            <ExportCsvButton
              disabled={!list?.rows.length}
              busy={exported.isPending}
              onClick={() =>
                exported.mutate(
                  { filters, sort },
                  { onSuccess: (orders) => saveCsv('orders', ordersCsv(orders)) },
                )
              }
            />
          </>
        }
      />
      <FilterCard {...state} />
      <StatusCounts selected={filters.status} linkTo={linkToStatus} />
      <OrderList {...state} onHelp={() => setHelp(true)} />
      {undoable && !opened ? (
        <Bar label="Last change">
          <UndoChange key={undoable.operationId} change={undoable} onDone={() => setUndoable(undefined)} />
        </Bar>
      ) : null}
      {opened ? (
        <OrderDetailsDialog
          key={opened}
          frame={{ title: 'Order Details', side: true, tall: true }}
          id={opened}
          listed={list?.rows.map(({ id }) => id) ?? []}
          undoable={undoable}
          onChanged={setUndoable}
          onOpen={open}
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

type Props = { selected: OrderStatusFilter; linkTo: (status: OrderStatusFilter) => string }
type Counts = NonNullable<ReturnType<typeof useOrderStatusCounts>['data']>

function StatusCounts({ selected, linkTo }: Props) {
  const counts = useOrderStatusCounts()
  const strip = (data?: Counts) => (
    <nav aria-label="Orders by status">
      <ul className="mt-2.5 flex overflow-x-auto max-md:mt-1.5 border-y border-t-ink border-b-line [scrollbar-width:none] max-md:-mx-4">
        {orderStatuses.map((status) => (
          <li key={status} className="flex-none border-line md:flex-[1_0_auto] not-first:border-l">
            <Link
              to={linkTo(status)}
              aria-current={status === selected ? 'true' : undefined}
              className="flex min-h-10 items-center gap-[7px] px-3.5 text-sm text-ink-2 -outline-offset-2 hover:bg-surface-hover max-md:min-h-11 aria-[current]:shadow-[inset_0_-2px_0_var(--accent)]"
            >
              <StatusGlyph status={status} />
              {capitalize(status)}
              <span className="figures ml-auto pl-2 font-serif text-lg text-ink">
                {data ? formatNumber(data.of(status)) : <Skeleton className="h-4 w-8" />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )

  return (
    <QueryState
      query={counts}
      pending={strip()}
      error={{ title: 'The counts could not be loaded.', safe: 'The list below is not affected.' }}
    >
      {strip}
    </QueryState>
  )
}
