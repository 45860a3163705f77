import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { BenefitImage } from '@/components/domain/benefit-card'
import { StatusBadge } from '@/components/domain/status-badge'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { Button, LinkButton } from '@/components/ui/button'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useNow } from '@/components/ui/use-now'
import { useDeliveryStatus, useOrderEvents } from '@/entities/deliveries/own'
import { isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/order'
import { type OwnOrder, ownOrderState, useOwnOrder } from '@/entities/orders/own'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { LateCredit } from './late-credit'
import { OrderFacts } from './order-facts'
import { OrderState } from './order-state'
import { Timeline } from './timeline'

const CancelDialog = lazyDialog(() => import('./cancel-dialog').then((m) => m.CancelDialog))

const columns = 'grid gap-x-14 gap-y-11 @min-[53.75rem]:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]'

/** The headline says what is there; the benefit, the number, the date and the status are below it. */
export function OrderPage() {
  const { id = '' } = useParams()
  const query = useOwnOrder(id)
  const delivery = useDeliveryStatus(id)
  const events = useOrderEvents(id)
  const now = useNow()
  const [isCancelling, setCancelling] = useState(false)
  const order = query.data

  return (
    <>
      <BackLink to={paths.orders}>Order History</BackLink>
      {/* One and the same, so that it keeps the focus when the order arrives. */}
      <PageHeader
        title={order ? headline(order, now) : order === null ? 'Order not found' : 'Order'}
        picture={order ? <BenefitImage src={orderedBenefit(order).imageUrl} size="medium" eager /> : null}
        subtitle={order ? <Summary order={order} /> : null}
        actions={order ? <Action order={order} onCancel={() => setCancelling(true)} /> : null}
      />
      <QueryState
        query={query}
        pending={<Waiting />}
        error={{ title: 'This order could not be loaded.', safe: 'Your order is not affected.' }}
        isEmpty={(found) => found === null}
        empty={<NoOrder />}
      >
        {(found) =>
          found ? (
            <div className={columns}>
              <div className="grid min-w-0 content-start gap-11">
                <OrderState order={found} delivery={delivery} events={events.data} />
                <LateCredit order={found} events={events.data} />
                <Timeline order={found} delivery={delivery.data} events={events} />
              </div>
              <OrderFacts order={found} />
            </div>
          ) : null
        }
      </QueryState>
      {order && isCancelling ? (
        <CancelDialog
          frame={{ title: 'Cancel this order?' }}
          order={order}
          onClose={() => setCancelling(false)}
        />
      ) : null}
    </>
  )
}

function headline(order: OwnOrder, now: number): string {
  const { text } = ownOrderState(order, now)
  return order.status === 'cancelled' && text !== 'Cancelled' ? `Cancelled, and ${text}` : text
}

function Summary({ order }: { order: OwnOrder }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3.5 gap-y-0.5">
      <bdi className="font-semibold text-ink-2 [overflow-wrap:anywhere]">{orderedBenefit(order).name}</bdi>
      <span translate="no">{orderLabel(order)}</span>
      <span>{`ordered ${formatDate(order.created_at)}`}</span>
      {isOrderStatus(order.status) ? <StatusBadge status={order.status} /> : null}
    </span>
  )
}

function Action({ order, onCancel }: { order: OwnOrder; onCancel: () => void }) {
  if (order.status === 'pending')
    return (
      <Button variant="danger-quiet" onClick={onCancel}>
        Cancel order
      </Button>
    )
  return order.status === 'cancelled' && order.benefit && order.benefit_id ? (
    <LinkButton to={paths.benefitOf(order.benefit_id)}>Order it again</LinkButton>
  ) : null
}

function NoOrder() {
  return (
    <EmptyState
      title="You have no order at this address."
      action={
        <LinkButton to={paths.orders} variant="primary">
          Order History
        </LinkButton>
      }
    >
      Perhaps it belongs to another account of yours.
    </EmptyState>
  )
}

function Waiting() {
  return (
    <div aria-busy="true" className={columns}>
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  )
}
