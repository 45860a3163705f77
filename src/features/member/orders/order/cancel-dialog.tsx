import { useEffect } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { cancelProblem, orderTaken } from '@/entities/orders/messages'
import { orderedBenefit, orderLabel } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { useCancelOwnOrder } from '@/entities/orders/place-order'
import { useProfile } from '@/entities/profiles/profile'
import { formatCount } from '@/lib/format'
import { RefundSum } from './order-state'

type Props = { order: OwnOrder; onClose: () => void }

/** Stays open when the order changes, and says so (D35). */
export function CancelDialog({ order, onClose }: Props) {
  const balance = useProfile().data?.current_tokens
  const { mutate, isPending, error } = useCancelOwnOrder(order.id)
  const { name, tokens } = orderedBenefit(order)
  const isCancelled = order.status === 'cancelled'
  const isTaken = !isCancelled && order.status !== 'pending'

  // Also after a lost response: the refetched order shows the cancellation.
  useEffect(() => {
    if (isCancelled && !isPending) onClose()
  }, [isCancelled, isPending, onClose])

  return (
    <Dialog
      title="Cancel this order?"
      description={
        <>
          <bdi>{name}</bdi>, {orderLabel(order)}
        </>
      }
      busy={isPending}
      onClose={onClose}
      footer={
        <SubmitButtons
          cancel={isTaken ? 'Close' : 'Keep order'}
          variant="danger"
          disabled={isTaken}
          busy={isPending || isCancelled}
          busyLabel="Cancelling..."
          onClick={() => mutate(undefined, { onSuccess: onClose })}
        >
          Cancel order
        </SubmitButtons>
      }
    >
      {order.status === 'pending' ? (
        <>
          {balance === undefined ? (
            <p>{formatCount(tokens, 'token comes', 'tokens come')} back.</p>
          ) : (
            <RefundSum
              label="What comes back"
              names={['Balance now', 'Tokens back']}
              before={balance}
              tokens={tokens}
            />
          )}
          <p className="text-ink-2">
            {`It is still pending, so nothing has been delivered.${
              order.from_stock ? ' The place goes to the next member.' : ''
            }`}
          </p>
        </>
      ) : null}
      <FormProblem>{isTaken ? orderTaken : error ? cancelProblem(error) : null}</FormProblem>
    </Dialog>
  )
}
