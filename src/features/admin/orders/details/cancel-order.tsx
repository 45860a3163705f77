import { type RefObject, useRef } from 'react'
import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderLabel } from '@/entities/orders/status'
import { customerOf } from '../customer'
import { cancellation } from './token-note'

type Props = {
  order: AdminOrder
  onConfirm: () => Promise<boolean>
  onClose: () => void
  heading: RefObject<HTMLHeadingElement | null>
}

/** Names the credited balance (D6). */
export function CancelOrder({ order, onConfirm, onClose, heading }: Props) {
  const done = useRef(false)
  return (
    <ConfirmDialog
      title={`Cancel ${orderLabel(order)}?`}
      name={customerOf(order)?.name}
      question={`${cancellation(order)} The member sees the order as cancelled.`}
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      busyLabel="Cancelling..."
      onConfirm={async () => {
        done.current = await onConfirm()
        return undefined
      }}
      onClose={onClose}
      focusAfter={() => (done.current ? heading.current : null)}
    />
  )
}
