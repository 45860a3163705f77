import { type RefObject, useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { TextArea } from '@/components/form/text-field'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderLabel } from '@/entities/orders/order'
import { hasVisible } from '@/lib/text'
import { customerOf } from '../customer'
import { cancellation } from './token-note'

type Props = {
  order: AdminOrder
  /** Kept outside, for another try after a failure. */
  reason: string
  onReason: (reason: string) => void
  onConfirm: () => Promise<boolean>
  onClose: () => void
  heading: RefObject<HTMLHeadingElement | null>
}

/** Names the credited balance (D6), and asks for the reason that the member reads. */
export function CancelOrder({ order, reason, onReason, onConfirm, onClose, heading }: Props) {
  const done = useRef(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <ConfirmDialog
      title={`Cancel ${orderLabel(order)}?`}
      name={customerOf(order)?.name}
      message={`${cancellation(order)} The member sees the order as cancelled.`}
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      busyLabel="Cancelling..."
      check={() => {
        const isWritten = order.user_id === null || hasVisible(reason)
        setProblem(isWritten ? undefined : 'Enter the reason.')
        if (!isWritten) field.current?.focus()
        return isWritten
      }}
      onConfirm={async () => {
        done.current = await onConfirm()
      }}
      onClose={onClose}
      focusAfter={() => (done.current ? heading.current : null)}
    >
      {order.user_id === null ? null : (
        <TextArea
          ref={field}
          label="Reason the member reads"
          rows={2}
          maxLength={500}
          error={problem}
          value={reason}
          onChange={({ target }) => onReason(target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
