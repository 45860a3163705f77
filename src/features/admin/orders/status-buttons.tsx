import { toastSuccess } from '@/components/toast'
import { Button } from '@/components/ui/button'
import type { AdminOrder, useSetOrderStatus } from '@/entities/admin-orders'
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
      { id: order.id, status },
      {
        onSuccess: () => {
          toastSuccess('Success', `Order status updated to ${status}`)
          onDone()
        },
      },
    )
  }

  return (
    <fieldset className="contents">
      <legend className="sr-only">Set status</legend>
      {steps.map(({ status, word, after }) => (
        <Button
          key={status}
          variant={status === 'cancelled' ? 'danger-quiet' : after === order.status ? 'primary' : 'secondary'}
          className="max-md:basis-[45%]"
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
