import { useRef } from 'react'
import { EmptyState } from '@/components/empty-state'
import { QueryState } from '@/components/query-state'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useAdminOrder, useSetOrderStatus } from '@/entities/admin-order'
import { ordersLoadFailure } from '@/entities/admin-orders'
import { OrderFacts } from './order-facts'
import { OrderHistory } from './order-history'
import { StatusButtons } from './status-buttons'
import { StatusFailure } from './status-failure'
import { TokenNote, tokenNoteId } from './token-note'

type Props = { id: string; onClose: () => void }

/** 'Order Details': the facts, what cancelling does to the tokens, who changed what, and the four statuses. */
export function OrderDetailsDialog({ id, onClose }: Props) {
  const query = useAdminOrder(id)
  const setStatus = useSetOrderStatus()
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <Dialog
      title="Order Details"
      wide
      focusFirst={heading}
      onClose={() => setStatus.isPending || onClose()}
      footer={
        query.data ? (
          <>
            {setStatus.isError ? <StatusFailure order={query.data} error={setStatus.error} /> : null}
            <StatusButtons
              order={query.data}
              setStatus={setStatus}
              describedBy={tokenNoteId}
              // The pressed button is now disabled and could not keep the focus.
              onDone={() => heading.current?.focus()}
            />
          </>
        ) : undefined
      }
    >
      <QueryState query={query} pending={waiting} error={{ title: ordersLoadFailure }}>
        {(order) =>
          order ? (
            <>
              <OrderFacts order={order} headingRef={heading} />
              <OrderHistory order={order} />
              <TokenNote order={order} />
            </>
          ) : (
            <div role="alert">
              <EmptyState title="There is no such order.">
                It is gone, or the address is not one of an order. Nothing was changed.
              </EmptyState>
            </div>
          )
        }
      </QueryState>
    </Dialog>
  )
}

const waiting = (
  <div className="grid gap-5" role="status">
    <span className="sr-only">Loading the order</span>
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-24" />
    <Skeleton className="h-44" />
  </div>
)
