import { type RefObject, useState } from 'react'
import { toastSuccess } from '@/components/ui/toast'
import type { useSetOrderStatus } from '@/entities/orders/admin-detail'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderStatusUpdated } from '@/entities/orders/messages'
import type { OrderStatus } from '@/entities/orders/status'
import type { DeliveryDraft } from '@/widgets/delivery-content/use-delivery-draft'
import { CancelOrder } from './cancel-order'
import { StatusButtons } from './status-buttons'
import { StatusFailure } from './status-failure'
import { tokenNoteId } from './token-note'

type Props = {
  order: AdminOrder
  setStatus: ReturnType<typeof useSetOrderStatus>
  delivery: DeliveryDraft | undefined
  heading: RefObject<HTMLHeadingElement | null>
  onSent: () => void
  onDone: () => void
}

export function OrderStatusForm({ order, setStatus, delivery, heading, onSent, onDone }: Props) {
  const { isPending, isError, error, variables, mutateAsync } = setStatus
  const [asking, setAsking] = useState(false)

  async function set(status: OrderStatus): Promise<boolean> {
    const delivered = status === 'delivered' ? delivery : undefined
    if (delivered?.check() === false) return false
    onSent()
    try {
      await mutateAsync({
        id: order.id,
        seen: order.status,
        status,
        delivery: delivered?.content,
        updatedAt: order.updated_at,
      })
    } catch {
      // Shown by the toast and StatusFailure.
      return false
    }
    toastSuccess('Success', orderStatusUpdated(status))
    // The pressed button is now disabled, which drops its focus.
    heading.current?.focus()
    onDone()
    return true
  }

  return (
    <>
      {isError ? <StatusFailure order={order} error={error} /> : null}
      <StatusButtons
        status={order.status}
        pending={isPending ? variables.status : undefined}
        describedBy={tokenNoteId}
        onSet={(status) => (status === 'cancelled' ? setAsking(true) : void set(status))}
      />
      {asking ? (
        <CancelOrder
          order={order}
          onConfirm={() => set('cancelled')}
          onClose={() => setAsking(false)}
          heading={heading}
        />
      ) : null}
    </>
  )
}
