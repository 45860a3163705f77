import { Eye } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { StatusGlyph } from '@/components/domain/status-badge'
import { useShortcuts } from '@/components/keyboard/use-shortcuts'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import { useReplaceDelivery } from '@/entities/deliveries/admin-order'
import type { useSetOrderStatus } from '@/entities/orders/admin-detail'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderStatusUpdated } from '@/entities/orders/messages'
import { type OrderStatus, orderLabel } from '@/entities/orders/order'
import type { DeliveryDraft } from '@/widgets/delivery-content/content-fields'
import { CancelOrder } from './cancel-order'
import { blanksIn } from './compose-delivery'
import type { OrderStep } from './order-details-dialog'
import { StatusFailure } from './status-failure'
import { tokenNoteId } from './token-note'
import type { UndoableChange } from './undo-change'

type Props = {
  order: AdminOrder
  setStatus: ReturnType<typeof useSetOrderStatus>
  draft: DeliveryDraft
  step: OrderStep
  onStep: (step: OrderStep) => void
  heading: RefObject<HTMLHeadingElement | null>
  onSent: () => void
  onDone: (change: UndoableChange | undefined) => void
  /** Undefined after the last order of the list. */
  onNext: (() => void) | undefined
}

export function OrderStatusForm({
  order,
  setStatus,
  draft,
  step,
  onStep,
  heading,
  onSent,
  onDone,
  onNext,
}: Props) {
  const { isPending, isError, error, variables, mutateAsync } = setStatus
  const replace = useReplaceDelivery()
  const [isConfirming, setConfirming] = useState(false)
  const [reason, setReason] = useState('')

  async function set(
    status: OrderStatus,
    more: { withContent?: boolean; reason?: string } = {},
  ): Promise<boolean> {
    onSent()
    try {
      const change = await mutateAsync({
        id: order.id,
        seen: order.status,
        updatedAt: order.updated_at,
        status,
        delivery: more.withContent ? draft.content : undefined,
        reason: more.reason,
      })
      toastSuccess('Success', orderStatusUpdated(status))
      onDone(
        change && {
          operationId: change.operation_id,
          undoUntil: change.undo_until,
          summary: `${orderLabel(order)} is ${status}.`,
          hasEmail: order.user_id !== null,
        },
      )
    } catch {
      // Shown by the toast and StatusFailure.
      return false
    }
    draft.change({ kind: 'text', content: '', message: '' })
    onStep('read')
    // The pressed button is now disabled, which drops its focus.
    heading.current?.focus()
    return true
  }

  async function deliver(andNext: boolean) {
    if (order.status === 'delivered') {
      if (!draft.content) return
      replace.mutate(
        { id: order.id, updatedAt: order.updated_at, delivery: draft.content },
        {
          onSuccess: () => {
            toastSuccess('Success', 'Delivered again')
            draft.change({ kind: 'text', content: '', message: '' })
            onStep('read')
          },
        },
      )
      return
    }
    if ((await set('delivered', { withContent: true })) && andNext) onNext?.()
  }

  const busy = isPending || replace.isPending
  return (
    <>
      {isError ? <StatusFailure order={order} error={error} /> : null}
      {step === 'read' ? (
        <StatusButtons
          status={order.status}
          pending={isPending ? variables.status : undefined}
          onSet={(status) => {
            if (status === 'cancelled') setConfirming(true)
            else if (status === 'delivered' && order.delivery_method === 'manual') onStep('compose')
            else void set(status)
          }}
        />
      ) : null}
      {step === 'compose' ? (
        <>
          <Button variant="quiet" className="mr-auto" onClick={() => onStep('read')}>
            Back
          </Button>
          {order.status === 'delivered' ? null : (
            <Button busy={busy} busyLabel="Saving..." onClick={() => void set('delivered')}>
              Without content
            </Button>
          )}
          <Button
            variant="primary"
            icon={<Eye />}
            onClick={() => draft.check() && blanksIn(draft).length === 0 && onStep('preview')}
          >
            Preview email
          </Button>
        </>
      ) : null}
      {step === 'preview' ? (
        <>
          <Button variant="quiet" className="mr-auto" onClick={() => onStep('compose')}>
            Back
          </Button>
          <Button
            ref={(button) => (onNext ? undefined : button?.focus())}
            variant={onNext ? 'secondary' : 'primary'}
            busy={busy}
            busyLabel="Delivering..."
            onClick={() => void deliver(false)}
          >
            {order.status === 'delivered' ? 'Deliver again' : 'Deliver'}
          </Button>
          {onNext && order.status !== 'delivered' ? (
            <Button
              ref={(button) => button?.focus()}
              variant="primary"
              disabled={busy}
              onClick={() => void deliver(true)}
            >
              Deliver and next
            </Button>
          ) : null}
        </>
      ) : null}
      {isConfirming ? (
        <CancelOrder
          order={order}
          reason={reason}
          onReason={setReason}
          onConfirm={() => set('cancelled', { reason: reason.trim() })}
          onClose={() => setConfirming(false)}
          heading={heading}
        />
      ) : null}
    </>
  )
}

type ButtonsProps = { status: string; pending: OrderStatus | undefined; onSet: (status: OrderStatus) => void }

const steps = [
  { status: 'processing', word: 'Processing', after: 'pending' },
  { status: 'completed', word: 'Complete', after: 'processing' },
  { status: 'delivered', word: 'Delivered', after: 'completed' },
  { status: 'cancelled', word: 'Cancel', after: undefined },
] as const

/** Any status can follow any other; the usual next step is primary. */
function StatusButtons({ status: current, pending, onSet }: ButtonsProps) {
  const keys = steps.map(({ status }, at) => [at + 1, () => !pending && status !== current && onSet(status)])
  // The keys of the list, which is behind the panel.
  useShortcuts(Object.fromEntries(keys), true)
  return (
    <fieldset className="flex w-full flex-wrap items-center justify-end gap-2.5 max-md:grid max-md:grid-cols-2">
      <legend className="sr-only">Set status</legend>
      <p aria-hidden="true" className="mr-auto text-xs text-ink-muted max-md:col-span-2">
        Set status
      </p>
      {steps.map(({ status, word, after }, at) => (
        <Button
          key={status}
          variant={status === 'cancelled' ? 'danger-quiet' : after === current ? 'primary' : 'secondary'}
          icon={
            <span
              className={after === current || status === 'cancelled' ? '[&>svg]:text-current' : undefined}
            >
              <StatusGlyph status={status} />
            </span>
          }
          aria-keyshortcuts={String(at + 1)}
          aria-describedby={status === 'cancelled' || current === 'cancelled' ? tokenNoteId : undefined}
          disabled={current === status || (pending !== undefined && pending !== status)}
          busy={pending === status}
          busyLabel="Saving..."
          onClick={() => onSet(status)}
        >
          {word}
        </Button>
      ))}
    </fieldset>
  )
}
