import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { useAssignOrders } from '@/entities/orders/admin-detail'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { useUser } from '@/entities/session/session'

export function Assignment({ order }: { order: AdminOrder }) {
  const me = useUser().id
  const { mutate, isPending, variables } = useAssignOrders()
  const { assignee_id = null, assignee } = order.desk ?? {}
  const set = (assign: boolean) =>
    mutate(
      { ids: [order.id], assign },
      { onSuccess: () => toastSuccess('Success', assign ? 'Assigned to you' : 'Released') },
    )
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="mr-auto" role="status">
        {assignee_id === null ? (
          <span className="text-ink-muted">Nobody</span>
        ) : assignee_id === me ? (
          'You'
        ) : (
          <bdi>{assignee?.name ?? 'Deleted user'}</bdi>
        )}
      </span>
      {assignee_id === me ? null : (
        <Button size="sm" busy={isPending && variables.assign} onClick={() => set(true)}>
          Assign to me
        </Button>
      )}
      {assignee_id === null ? null : (
        <Button size="sm" variant="quiet" busy={isPending && !variables.assign} onClick={() => set(false)}>
          Release
        </Button>
      )}
    </span>
  )
}
