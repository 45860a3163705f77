import { useState } from 'react'
import { TextArea } from '@/components/form/text-area'
import { setOrderStatuses } from '@/entities/orders/bulk'
import type { OrderStatus } from '@/entities/orders/status'
import { useDeliveryDraft } from '@/widgets/delivery-content/use-delivery-draft'
import { DryRunDialog, type OperationDialogProps } from '@/widgets/operations/dry-run-dialog'
import { orderStatusTexts } from '@/widgets/operations/kinds/order-status'
import { ManualDeliveryFields } from '../details/manual-delivery'

type Props = OperationDialogProps & { status: OrderStatus }

export function BulkStatus({ status, target, selected, onRun, onClose }: Props) {
  const delivery = useDeliveryDraft()
  const [note, setNote] = useState('')
  const isDelivered = status === 'delivered'
  const call = setOrderStatuses(target, status, {
    delivery: isDelivered ? delivery.content : undefined,
    note: note.trim(),
  })

  return (
    <DryRunDialog
      texts={orderStatusTexts(status)}
      selected={selected}
      call={call}
      danger={status === 'cancelled'}
      cancelLabel={status === 'cancelled' ? 'Keep orders' : undefined}
      check={() => !isDelivered || delivery.check()}
      onRun={onRun}
      onClose={onClose}
    >
      {isDelivered ? (
        <ManualDeliveryFields
          delivery={delivery}
          hint="Every member gets it once undo has closed, in place of what an order already has; a message alone replaces nothing."
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
