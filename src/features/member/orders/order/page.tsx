import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { BenefitImage } from '@/components/domain/benefit-card'
import { OrderTokens } from '@/components/domain/order-link'
import { StatusBadge } from '@/components/domain/status-badge'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { Button, LinkButton } from '@/components/ui/button'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact } from '@/components/ui/sum'
import { useNow } from '@/components/ui/use-now'
import { methodText } from '@/entities/deliveries/delivery'
import { useDeliveryStatus, useOrderEvents } from '@/entities/deliveries/own'
import { isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/order'
import { type OwnOrder, ownOrderState } from '@/entities/orders/own'
import { useOwnOrder } from '@/entities/orders/own-lists'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { formatDollars } from '@/lib/prices'
import { LateCredit } from './late-credit'
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
        pending={<OrderSkeleton />}
        error={{ title: 'This order could not be loaded.', safe: 'Your order is not affected.' }}
        isEmpty={(found) => found === null}
        empty={<NoOrder />}
      >
        {(data) => {
          if (!data) return null
          // All parts at once: each is higher than its skeleton, and would move the next one.
          if (delivery.isLoading || events.isLoading) return <OrderSkeleton />
          return (
            <div className={columns}>
              <div className="grid min-w-0 content-start gap-11">
                <OrderState order={data} delivery={delivery} events={events.data} />
                <LateCredit order={data} events={events.data} />
                <Timeline order={data} delivery={delivery.data} events={events} />
              </div>
              <OrderFacts order={data} />
            </div>
          )
        }}
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

export function OrderSkeleton() {
  return (
    <div aria-busy="true" className={columns}>
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  )
}

const InvoiceDialog = lazyDialog(() => import('../invoice-dialog').then((m) => m.InvoiceDialog))

function OrderFacts({ order }: { order: OwnOrder }) {
  const [invoice, setInvoice] = useState(false)
  const { name, description, tokens } = orderedBenefit(order)
  // Of today: an order keeps its price in tokens only.
  const worth = order.made_by?.estimated_value
  return (
    <section className="min-w-0">
      <h2 className="section-title">What you ordered</h2>
      <dl className="border-t border-ink">
        <Fact name="Benefit">
          {order.benefit && order.benefit_id ? (
            <Link to={paths.benefitOf(order.benefit_id)} className="link">
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi className="font-semibold">{name}</bdi>
          )}
          {description ? <p className="line-clamp-4 text-xs/5 text-ink-muted">{description}</p> : null}
        </Fact>
        <Fact name="Delivered">{methodText(order.delivery_method)}</Fact>
        <Fact name="Delivery email">{order.redemption_email ?? 'Not kept'}</Fact>
        {worth == null ? null : <Fact name="Worth">{`${formatDollars(worth)} (the maker's price)`}</Fact>}
        <Fact name="Price">
          <OrderTokens tokens={tokens} status={order.status} />
        </Fact>
        <Fact name="Invoice">
          <button type="button" className="link" onClick={() => setInvoice(true)}>
            Open the invoice
          </button>
        </Fact>
      </dl>
      {invoice ? (
        <InvoiceDialog
          frame={{ title: 'Invoice', wide: true }}
          order={order}
          onClose={() => setInvoice(false)}
        />
      ) : null}
    </section>
  )
}
