import { useEffect } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { Coin } from '@/components/domain/coin'
import { TokenAmount } from '@/components/domain/token-amount'
import { TokenWord } from '@/components/domain/token-word'
import { FormProblem } from '@/components/form/form-problem'
import { Button } from '@/components/ui/button'
import { Sum } from '@/components/ui/sum'
import { useCancelOwnOrder } from '@/entities/orders/cancel-own'
import { cancelProblem, orderTaken } from '@/entities/orders/messages'
import type { OwnOrder } from '@/entities/orders/own'
import { orderedBenefit, orderLabel } from '@/entities/orders/status'
import { formatCount, formatNumber } from '@/lib/format'

type Props = {
  order: OwnOrder
  /** In tokens; undefined while loading. */
  balance: number | undefined
  onClose: () => void
}

export function CancelDialog({ order, balance, onClose }: Props) {
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
      onClose={() => isPending || onClose()}
      footer={
        <>
          <Button variant="quiet" onClick={() => isPending || onClose()}>
            {isTaken ? 'Close' : 'Keep order'}
          </Button>
          <Button
            variant="danger"
            disabled={isTaken}
            busy={isPending || isCancelled}
            busyLabel="Cancelling..."
            onClick={() => mutate(undefined, { onSuccess: onClose })}
          >
            Cancel order
          </Button>
        </>
      }
    >
      {order.status === 'pending' ? (
        <>
          {balance === undefined ? (
            <p>{formatCount(tokens, 'token comes', 'tokens come')} back.</p>
          ) : (
            <Sum
              label="What comes back"
              lines={[
                { name: 'Balance now', value: <TokenAmount value={balance} /> },
                { name: 'Tokens back', value: <TokenAmount value={tokens} signed bare /> },
              ]}
              total={{ name: 'Balance after', value: <Total tokens={balance + tokens} /> }}
            />
          )}
          <p className="text-ink-2">
            It is still pending, so nothing has been delivered.
            {order.from_stock ? ' The place goes to the next member.' : null}
          </p>
        </>
      ) : null}
      <FormProblem>{isTaken ? orderTaken : error ? cancelProblem(error) : null}</FormProblem>
    </Dialog>
  )
}

function Total({ tokens }: { tokens: number }) {
  return (
    <span className="inline-flex items-center gap-[.38em]">
      <Coin reeded className="size-[30px]" />
      {formatNumber(tokens)}
      <TokenWord value={tokens} />
    </span>
  )
}
