import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { Shortcuts } from '@/components/keyboard/use-shortcuts'
import type { Selection } from '@/components/selection/use-selection'
import { toastSuccess } from '@/components/ui/toast'
import type { OperationTarget } from '@/entities/operations/operation'
import { useAssignOrders } from '@/entities/orders/admin-detail'
import { type AdminOrder, type OrderFilters, orderFilter } from '@/entities/orders/admin-list'
import { orderedBenefit } from '@/entities/orders/order'
import { formatCount } from '@/lib/format'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { useAfterRun } from '@/widgets/operations/progress'

const bulkActions = ['processing', 'completed', 'delivered', 'cancelled', 'note'] as const
export type BulkAction = (typeof bulkActions)[number]

const actionKeys: Record<BulkAction, string> = {
  processing: '1',
  completed: '2',
  delivered: '3',
  cancelled: '4',
  note: 'n',
}

export function bulkKeys(onAction: (action: BulkAction) => unknown): Shortcuts {
  return Object.fromEntries(bulkActions.map((action) => [actionKeys[action], () => onAction(action)]))
}

const BulkNote = lazyDialog(() => import('./bulk-note').then((module) => module.BulkNote))
const BulkStatus = lazyDialog(() => import('./bulk-status').then((module) => module.BulkStatus))

type Props = {
  selection: Selection<AdminOrder>
  filters: OrderFilters
  action: BulkAction | undefined
  onAction: (act?: BulkAction) => void
}

const noun = ['order', 'orders'] as const

const maxAssigned = 500

export function OrderBulkBar({ selection, filters, action, onAction }: Props) {
  const assign = useAssignOrders()
  const { all, ids, picked, count, clear } = selection
  const target: OperationTarget = all ? { filter: orderFilter(filters) } : { ids }
  const tokens = picked.reduce((sum, order) => sum + orderedBenefit(order).tokens, 0)
  const canAssign = !all && ids.length <= maxAssigned

  function assignToMe() {
    assign.mutate(
      { ids, assign: true },
      {
        onSuccess: () => {
          toastSuccess('Success', `${formatCount(ids.length, ...noun)} assigned to you`)
          clear()
        },
      },
    )
  }

  const dialog = {
    target,
    selected: count,
    onRun: useAfterRun(clear),
    onClose: () => onAction(),
  }
  const button = (id: BulkAction, label: string) => ({
    id,
    label,
    shortcut: actionKeys[id],
    onSelect: () => onAction(id),
  })

  return (
    <>
      <BulkBar
        selection={selection}
        noun={noun}
        tokens={all ? undefined : tokens}
        actions={[
          button('note', 'Add note'),
          button('processing', 'Processing'),
          { ...button('completed', 'Complete'), more: true },
          ...(canAssign ? [{ id: 'assign', label: 'Assign to me', more: true, onSelect: assignToMe }] : []),
          { ...button('cancelled', 'Cancel orders'), more: true, danger: true },
          { ...button('delivered', 'Mark delivered'), primary: true },
        ]}
      />
      {action === 'note' ? (
        <BulkNote frame={{ title: 'Add a note', wide: true }} {...dialog} />
      ) : action ? (
        <BulkStatus key={action} frame={{ title: 'Set status', wide: true }} status={action} {...dialog} />
      ) : null}
    </>
  )
}
