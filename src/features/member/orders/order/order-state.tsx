import { PackageCheck, Undo2 } from 'lucide-react'
import { type QueryLike, QueryState } from '@/components/list/query-state'
import { InlineAlert } from '@/components/ui/inline-alert'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import type { DeliveryStatus, OrderEvent } from '@/entities/deliveries/own'
import type { OwnOrder } from '@/entities/orders/own'
import { orderedBenefit, statusText } from '@/entities/orders/status'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Delivered } from './delivered'
import { Due } from './due'
import { recipientText } from './sent-to'

type Props = {
  order: OwnOrder
  delivery: QueryLike<DeliveryStatus | null>
  events: OrderEvent[] | undefined
}

export function OrderState({ order, delivery, events = [] }: Props) {
  const { status } = order
  if (status === 'cancelled') return <Cancelled order={order} events={events} />
  return (
    <QueryState
      query={delivery}
      pending={<Skeleton className="h-40" />}
      error={{ title: 'What was delivered could not be loaded.', safe: 'It stays with your order.' }}
    >
      {(delivered) => {
        if (delivered) return <Delivered order={order} delivery={delivered} />
        if (status === 'pending' || status === 'processing') return <Due order={order} />
        return (
          <InlineAlert icon={<PackageCheck />} title={`${statusText(status)}.`}>
            {recipientText(order)}
          </InlineAlert>
        )
      }}
    </QueryState>
  )
}

function Cancelled({ order, events }: { order: OwnOrder; events: OrderEvent[] }) {
  const { tokens } = orderedBenefit(order)
  const refund = events.findLast(({ event, detail }) => event === 'answered' && detail?.answer === 'refunded')
  return (
    <InlineAlert
      icon={<Undo2 aria-hidden="true" />}
      title={
        tokens > 0
          ? `This order was cancelled and ${formatCount(tokens, 'token')} came back.`
          : `${statusText('cancelled')}.`
      }
      action={
        order.benefit && order.benefit_id ? (
          <LinkButton to={paths.benefitOf(order.benefit_id)} size="sm">
            Order it again
          </LinkButton>
        ) : null
      }
    >
      {refund ? <p>It could not be repaired after your report.</p> : null}
      {refund?.detail?.text ? <p className="mt-1.5 whitespace-pre-wrap">{refund.detail.text}</p> : null}
    </InlineAlert>
  )
}
