import { useParams } from 'react-router-dom'
import { StatusBadge } from '@/components/domain/status-badge'
import { EmptyState } from '@/components/list/empty-state'
import { QueryState } from '@/components/list/query-state'
import { BackLink } from '@/components/ui/back-link'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useDeliveryStatus, useOrderEvents } from '@/entities/deliveries/own'
import { useOwnOrder } from '@/entities/orders/own'
import { isOrderStatus, orderedBenefit, orderLabel, statusText } from '@/entities/orders/status'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { CancelOrder } from './cancel-order'
import { DeliveredSkeleton } from './delivered-skeleton'
import { LateCredit } from './late-credit'
import { OrderFacts } from './order-facts'
import { OrderState } from './order-state'
import { Timeline } from './timeline'

export function OrderPage() {
  const { id = '' } = useParams()
  const query = useOwnOrder(id)
  const delivery = useDeliveryStatus(id)
  const events = useOrderEvents(id)
  const order = query.data
  const name = order ? orderedBenefit(order).name : undefined

  return (
    <>
      <BackLink to={paths.orders}>Order History</BackLink>
      <PageHeader
        title={name ?? (order === null ? 'Order not found' : 'Order')}
        name={name}
        source={{ list: 'orders', field: 'benefit_name' }}
        badge={
          order && isOrderStatus(order.status) ? (
            <StatusBadge status={order.status} boxed className="flex-none" />
          ) : null
        }
        subtitle={
          order ? (
            <>
              {orderLabel(order)}, ordered {formatDate(order.created_at)}
              {isOrderStatus(order.status) ? null : `. ${statusText(order.status)}.`}
            </>
          ) : null
        }
        actions={order ? <CancelOrder order={order} /> : null}
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
            <div className="grid gap-x-14 gap-y-11 @min-[860px]:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]">
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
    </>
  )
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
    <div
      aria-busy="true"
      className="grid gap-x-14 gap-y-11 @min-[860px]:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]"
    >
      <Skeleton className="h-64" />
      {import.meta.env.SSR ? (
        <div hidden>
          <DeliveredSkeleton />
        </div>
      ) : null}
      <Skeleton className="h-64" />
    </div>
  )
}
