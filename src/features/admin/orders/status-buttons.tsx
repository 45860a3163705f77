import { StatusGlyph } from '@/components/status-badge'
import { toastSuccess } from '@/components/toast'
import { Button } from '@/components/ui/button'
import type { useSetOrderStatus } from '@/entities/admin-order'
import type { AdminOrder } from '@/entities/admin-orders'
import type { OrderStatus } from '@/entities/orders'

type Props = {
  order: AdminOrder
  setStatus: ReturnType<typeof useSetOrderStatus>
  describedBy: string
  onDone: () => void
}

const steps = [
  { status: 'processing', word: 'Processing', after: 'pending' },
  { status: 'completed', word: 'Complete', after: 'processing' },
  { status: 'delivered', word: 'Delivered', after: 'completed' },
  { status: 'cancelled', word: 'Cancel', after: undefined },
] as const

/** Processing, Complete, Delivered, Cancel, from any status (chapter 4); the usual next step is the primary one. */
export function StatusButtons({ order, setStatus, describedBy, onDone }: Props) {
  const { mutate, isPending, variables } = setStatus

  function set(status: OrderStatus) {
    mutate(
      { id: order.id, seen: order.status, status },
      {
        onSuccess: () => {
          toastSuccess('Success', `Order status updated to ${status}`)
          onDone()
        },
      },
    )
  }

  return (
    <fieldset className="flex w-full flex-wrap items-center justify-end gap-2.5 max-md:grid max-md:grid-cols-2">
      <legend className="sr-only">Set status</legend>
      <p aria-hidden="true" className="mr-auto text-xs text-ink-muted max-md:col-span-2">
        Set status
      </p>
      {steps.map(({ status, word, after }) => (
        <Button
          key={status}
          variant={status === 'cancelled' ? 'danger-quiet' : after === order.status ? 'primary' : 'secondary'}
          icon={
            <span
              className={
                after === order.status || status === 'cancelled' ? '[&>svg]:text-current' : undefined
              }
            >
              <StatusGlyph status={status} />
            </span>
          }
          aria-describedby={status === 'cancelled' || order.status === 'cancelled' ? describedBy : undefined}
          disabled={order.status === status || (isPending && variables.status !== status)}
          busy={isPending && variables.status === status}
          busyLabel="Saving..."
          onClick={() => set(status)}
        >
          {word}
        </Button>
      ))}
    </fieldset>
  )
}
