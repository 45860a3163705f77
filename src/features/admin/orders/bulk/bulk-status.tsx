import { useRef, useState } from 'react'
import { TextArea } from '@/components/form/text-field'
import { setOrderStatuses } from '@/entities/orders/admin-detail'
import type { OrderStatus } from '@/entities/orders/order'
import { hasVisible } from '@/lib/text'
import { useDeliveryDraft } from '@/widgets/delivery-content/content-fields'
import { DryRunDialog, type OperationDialogProps } from '@/widgets/operations/dry-run-dialog'
import { orderStatusTexts } from '@/widgets/operations/kinds'
import { ManualDeliveryFields } from './manual-delivery'

type Props = OperationDialogProps & { status: OrderStatus }

export function BulkStatus({ status, target, selected, onRun, onClose }: Props) {
  const delivery = useDeliveryDraft()
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const isCancelled = status === 'cancelled'
  const isDelivered = status === 'delivered'
  const call = setOrderStatuses(target, status, {
    delivery: isDelivered ? delivery.content : undefined,
    note: note.trim(),
    reason: isCancelled ? reason.trim() : undefined,
  })

  function check(): boolean {
    if (!isCancelled) return !isDelivered || delivery.check()
    const isWritten = hasVisible(reason)
    setProblem(isWritten ? undefined : 'Enter the reason.')
    if (!isWritten) reasonField.current?.focus()
    return isWritten
  }

  return (
    <DryRunDialog
      texts={orderStatusTexts(status)}
      selected={selected}
      call={call}
      danger={isCancelled}
      cancelLabel={isCancelled ? 'Keep orders' : undefined}
      check={check}
      onRun={onRun}
      onClose={onClose}
    >
      {isDelivered ? (
        <ManualDeliveryFields
          delivery={delivery}
          hasKey={'ids' in target && target.ids.length === 1}
          hint="Every member gets it once undo has closed, in place of what an order already has; a message alone replaces nothing."
        />
      ) : null}
      {isCancelled ? (
        <TextArea
          ref={reasonField}
          label="Reason the members read"
          rows={2}
          maxLength={500}
          error={problem}
          value={reason}
          onChange={({ target: field }) => setReason(field.value)}
        />
      ) : null}
      <TextArea
        label="Internal note on each order"
        mark="(optional)"
        rows={2}
        maxLength={2000}
        value={note}
        onChange={({ target: field }) => setNote(field.value)}
      />
    </DryRunDialog>
  )
}
