import type { Ref } from 'react'
import { BenefitImage } from '@/components/domain/benefit-image'
import { Price } from '@/components/domain/price'
import { StatusBadge } from '@/components/domain/status-badge'
import { Fact } from '@/components/ui/fact'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/status'
import { formatDateTime } from '@/lib/format'
import { customerOf, isOverdue } from '../customer'
import { PersonLink } from './person-link'

type Props = { order: AdminOrder; headingRef: Ref<HTMLHeadingElement> }

export function OrderFacts({ order, headingRef }: Props) {
  const benefit = orderedBenefit(order)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2" role="status">
        <h3 ref={headingRef} tabIndex={-1} className="figures text-lg font-semibold outline-none">
          {orderLabel(order)}
        </h3>
        {isOrderStatus(order.status) ? <StatusBadge status={order.status} boxed /> : order.status}
        <Due order={order} />
      </div>
      <div className="flex flex-wrap items-start gap-4 rounded border border-line bg-surface p-3.5">
        <BenefitImage src={benefit.imageUrl} size="medium" />
        <div className="min-w-0 flex-1 basis-32 [overflow-wrap:anywhere]">
          <p className="font-semibold">
            <bdi>{benefit.name}</bdi>
          </p>
          {benefit.description ? <p className="text-ink-muted">{benefit.description}</p> : null}
        </div>
        <Price value={benefit.tokens} />
      </div>
      <dl className="border-t border-ink">
        <Fact name="Customer">
          <Customer order={order} />
        </Fact>
        <Fact name="Redemption email">
          {order.redemption_email ? (
            <a className="link" href={`mailto:${encodeURIComponent(order.redemption_email)}`}>
              {order.redemption_email}
            </a>
          ) : (
            <span className="text-ink-muted">Data removed</span>
          )}
        </Fact>
        <Fact name="Created">{formatDateTime(order.created_at)}</Fact>
        <Fact name="Updated">{formatDateTime(order.updated_at)}</Fact>
      </dl>
    </>
  )
}

/** Only a pending order is due (D25). */
function Due({ order }: { order: AdminOrder }) {
  if (order.due_at === null || order.status !== 'pending') return null
  return isOverdue(order) ? (
    <span className="ml-auto text-xs font-medium text-danger">
      Overdue since {formatDateTime(order.due_at)}
    </span>
  ) : (
    <span className="ml-auto text-xs text-ink-muted">Due {formatDateTime(order.due_at)}</span>
  )
}

/** With the recorded name and email if they differ. */
function Customer({ order }: { order: AdminOrder }) {
  const customer = customerOf(order)
  if (!customer) return <span className="text-ink-muted">Deleted user</span>
  const { customer_name, customer_email } = order
  const renamed =
    customer_name !== null && (customer_name !== customer.name || customer_email !== customer.email)
  return (
    <>
      <span className="block font-semibold">
        <PersonLink id={order.user_id}>
          <bdi>{customer.name}</bdi>
        </PersonLink>
      </span>
      <span className="block text-ink-muted">{customer.email}</span>
      {renamed ? (
        <span className="block text-xs text-ink-muted">
          When ordered: <bdi>{customer_name}</bdi>, {customer_email}
        </span>
      ) : null}
    </>
  )
}
