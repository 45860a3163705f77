import { useRef } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { EmptyState } from '@/components/list/empty-state'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useDeliverySettings } from '@/entities/deliveries/settings'
import { useAdminOrder, useSetOrderStatus } from '@/entities/orders/admin-detail'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { useDeliveryDraft } from '@/widgets/delivery-content/use-delivery-draft'
import { useNextOrder } from '../use-next-order'
import { ManualDeliveryFields } from './manual-delivery'
import { OrderFacts } from './order-facts'
import { OrderHistory } from './order-history'
import { OrderNotes } from './order-notes'
import { OrderStatusForm } from './order-status'
import { TokenNote } from './token-note'

type Props = {
  id: string
  listed: readonly string[]
  onClose: () => void
}

export function OrderDetailsDialog({ id, listed, onClose }: Props) {
  const query = useAdminOrder(id)
  const setStatus = useSetOrderStatus()
  const heading = useRef<HTMLHeadingElement>(null)
  const next = useNextOrder(id, listed)
  const { delivery_method, status, benefit_id = null } = query.data ?? {}
  const byHand = delivery_method === 'manual' && status !== 'delivered'
  const { data: template } = useDeliverySettings(byHand ? benefit_id : null)
  const draft = useDeliveryDraft(template?.message ? { message: template.message } : undefined)
  const delivery = byHand ? draft : undefined

  return (
    <Dialog
      title="Order Details"
      wide
      tall
      focusFirst={heading}
      focusAfter={next.control}
      onClose={() => setStatus.isPending || onClose()}
      footer={
        query.data ? (
          <OrderStatusForm
            order={query.data}
            setStatus={setStatus}
            delivery={delivery}
            heading={heading}
            onSent={next.remember}
            onDone={next.moveOn}
          />
        ) : undefined
      }
    >
      <QueryState query={query} pending={waiting} error={{ title: ordersLoadFailure }}>
        {(order) =>
          order ? (
            <>
              <OrderFacts order={order} headingRef={heading} />
              {delivery ? <ManualDeliveryFields delivery={delivery} /> : null}
              <OrderNotes orderId={order.id} />
              <OrderHistory order={order} />
              <TokenNote order={order} />
            </>
          ) : (
            <div role="alert">
              <EmptyState title="Order not found.">
                This link doesn't point to an order. Nothing was changed.
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
