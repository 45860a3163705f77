import type { Ref } from 'react'
import { BenefitImage } from '@/components/domain/benefit-card'
import { Price } from '@/components/domain/price'
import { StatusBadge } from '@/components/domain/status-badge'
import { Button } from '@/components/ui/button'
import { Fact } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import { useNow } from '@/components/ui/use-now'
import { useAssignOrders } from '@/entities/orders/admin-detail'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { isLateOrder, isOpenOrder, isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { formatDateTime } from '@/lib/format'
import { formatDistance, formatNearTime } from '@/lib/near-time'
import { customerOf, PersonLink } from '../customer'

function Assignment({ order }: { order: AdminOrder }) {
  const me = useUser().id
  const { mutate, isPending, variables } = useAssignOrders()
  const { assignee_id = null, assignee } = order.desk ?? {}
  const set = (assign: boolean) =>
    mutate(
      { ids: [order.id], assign },
      { onSuccess: () => toastSuccess('Success', assign ? 'Assigned to you' : 'Released') },
    )
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="mr-auto" role="status">
        {assignee_id === null ? (
          <span className="text-ink-muted">Nobody</span>
        ) : assignee_id === me ? (
          'You'
        ) : (
          <bdi>{assignee?.name ?? 'Deleted user'}</bdi>
        )}
      </span>
      {assignee_id === me ? null : (
        <Button size="sm" busy={isPending && variables.assign} onClick={() => set(true)}>
          Assign to me
        </Button>
      )}
      {assignee_id === null ? null : (
        <Button size="sm" variant="quiet" busy={isPending && !variables.assign} onClick={() => set(false)}>
          Release
        </Button>
      )}
    </span>
  )
}

type Props = { order: AdminOrder; headingRef: Ref<HTMLHeadingElement> }

export function OrderFacts({ order, headingRef }: Props) {
  const benefit = orderedBenefit(order)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2" role="status">
        <h3
          translate="no"
          ref={headingRef}
          tabIndex={-1}
          className="figures text-lg font-semibold outline-none"
        >
          {orderLabel(order)}
        </h3>
        {isOrderStatus(order.status) ? (
          <StatusBadge status={order.status} boxed />
        ) : (
          <span>{order.status}</span>
        )}
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
            <span className="text-ink-muted">{customerOf(order) ? 'None given' : 'Data removed'}</span>
          )}
        </Fact>
        {order.status === 'cancelled' && order.cancel_reason ? (
          <Fact name="Reason">
            <span className="whitespace-pre-wrap">{order.cancel_reason}</span>
          </Fact>
        ) : null}
        <Fact name="Assigned to">
          <Assignment order={order} />
        </Fact>
        <Fact name="Created">{formatDateTime(order.created_at)}</Fact>
        <Fact name="Updated">{formatDateTime(order.updated_at)}</Fact>
      </dl>
    </>
  )
}

/** Only a waiting order is due (D56). */
function Due({ order }: { order: AdminOrder }) {
  const now = useNow()
  if (order.due_at === null || !isOpenOrder(order)) return null
  const distance = formatDistance(Math.abs(Date.parse(order.due_at) - now))
  return isLateOrder(order, now) ? (
    <span className="ml-auto text-xs font-medium text-danger">
      {`Was due ${formatDateTime(order.due_at)}, ${distance} late`}
    </span>
  ) : (
    <span className="ml-auto text-xs text-ink-muted">
      {`Due ${formatNearTime(order.due_at, now, 'short')}, in ${distance}`}
    </span>
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
      <span translate="no" className="block text-ink-muted">
        {customer.email}
      </span>
      {renamed ? (
        <span className="block text-xs text-ink-muted">
          When ordered: <bdi>{customer_name}</bdi>, {customer_email}
        </span>
      ) : null}
    </>
  )
}
