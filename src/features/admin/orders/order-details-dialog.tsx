import { useRef } from 'react'
import { LoadError } from '@/components/load-error'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { ordersLoadFailure, useAdminOrder, useSetOrderStatus } from '@/entities/admin-orders'
import { OrderFacts } from './order-facts'
import { OrderHistory } from './order-history'
import { StatusButtons } from './status-buttons'
import { TokenNote, tokenNoteId } from './token-note'

type Props = { id: string; onClose: () => void }

/** 'Order Details': the facts, what cancelling does to the tokens, who changed what, and the four statuses. */
export function OrderDetailsDialog({ id, onClose }: Props) {
  const { data: order, isError, isFetching, refetch } = useAdminOrder(id)
  const setStatus = useSetOrderStatus()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <Dialog
      title="Order Details"
      wide
      onClose={() => setStatus.isPending || onClose()}
      footer={
        order ? (
          <StatusButtons
            order={order}
            setStatus={setStatus}
            describedBy={tokenNoteId}
            // The pressed button is now disabled and could not keep the focus.
            onDone={() => heading.current?.focus()}
          />
        ) : undefined
      }
    >
      {order ? (
        <>
          <OrderFacts order={order} headingRef={heading} />
          <OrderHistory id={id} />
          <TokenNote order={order} />
        </>
      ) : isError ? (
        <LoadError title={ordersLoadFailure} busy={isFetching} onRetry={() => void refetch()}>
          The order may be gone, or the address is not one of an order.
        </LoadError>
      ) : (
        <div className="grid gap-5" role="status">
          <span className="sr-only">Loading the order</span>
          <Skeleton className="h-7 w-48" />
          <Skeleton className="h-24" />
          <Skeleton className="h-44" />
        </div>
      )}
    </Dialog>
  )
}
