import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { TextArea } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { setOrderStatuses } from '@/entities/orders/admin-detail'
import type { OrderStatus } from '@/entities/orders/order'
import { hasVisible } from '@/lib/text'
import {
  ContentFields,
  type DeliveryDraft,
  useDeliveryDraft,
} from '@/widgets/delivery-content/content-fields'
import { DryRunDialog, type OperationDialogProps } from '@/widgets/operations/dry-run-dialog'
import { orderStatusTexts } from '@/widgets/operations/kinds'

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

type ManualDeliveryFieldsProps = { delivery: DeliveryDraft; hint: string; hasKey: boolean }

/** The content for 'Delivered', and a message; both optional (D33). */
function ManualDeliveryFields({ delivery, hint, hasKey }: ManualDeliveryFieldsProps) {
  const { value, problem, fields, change, add, leaveOut } = delivery
  return (
    <section aria-labelledby="what-is-delivered">
      <div className="mb-1.5 flex min-h-[34px] flex-wrap items-center justify-between gap-3">
        <h3 id="what-is-delivered" className="text-sm font-semibold">
          What is delivered <span className="font-normal text-ink-muted">(optional)</span>
        </h3>
        {value ? (
          <Button size="sm" variant="quiet" onClick={leaveOut}>
            Leave out
          </Button>
        ) : (
          <Button size="sm" variant="quiet" icon={<Plus />} onClick={add}>
            Add content
          </Button>
        )}
      </div>
      {value ? (
        <div className="grid gap-4">
          <p className="text-xs text-ink-muted">{hint}</p>
          <ContentFields delivery={delivery} hasMessage hasKey={hasKey} />
          <TextArea
            ref={fields.message}
            label="Message"
            rows={2}
            maxLength={2000}
            error={problem?.field === 'message' ? problem.text : undefined}
            value={value.message}
            onChange={({ target }) => change({ message: target.value })}
          />
        </div>
      ) : null}
    </section>
  )
}
