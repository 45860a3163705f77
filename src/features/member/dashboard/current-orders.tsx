import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { BenefitImage } from '@/components/domain/benefit-card'
import { StateText } from '@/components/domain/status-badge'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useNow } from '@/components/ui/use-now'
import { isLateOrder, orderedBenefit, useCreditLeft } from '@/entities/orders/order'
import { type OwnOrder, ownOrderState, useCurrentOrders } from '@/entities/orders/own'
import { paths } from '@/lib/paths'
import { SectionHead } from './section-head'

// Out of the first load (P2): it can copy, open and save.
const OrderAction = lazy(() =>
  import('@/widgets/own-orders/order-action').then((m) => ({ default: m.OrderAction })),
)

const list = 'grid grid-cols-[minmax(0,1fr)] gap-x-12 border-t border-ink @min-[56.25rem]:grid-cols-2'
/** Three lines of a phone fit into the height of a skeleton. */
const row =
  'relative flex min-h-19 items-center gap-4 border-b border-line px-3 py-3.5 max-md:gap-3 max-md:px-0 max-md:py-1.5'

/** What is ready or under way, with the one thing to do about it; nothing without orders. */
export function CurrentOrders() {
  const now = useNow()
  const orders = useCurrentOrders(now)
  if (orders.data?.length === 0) return null
  return (
    <section className="mb-11 max-md:mb-9">
      <SectionHead title="Ready or under way" link={{ to: paths.orders, label: 'Order History' }} />
      <QueryState
        query={orders}
        pending={
          <div aria-busy="true" className={list}>
            {['a', 'b', 'c', 'd'].map((key) => (
              <div key={key} className={row}>
                <Skeleton className="h-[35px] w-14 flex-none" />
                <Skeleton className="h-9 w-48 max-w-full" />
              </div>
            ))}
          </div>
        }
        error={{ title: 'What is ready or under way could not be loaded.', safe: 'Your orders are safe.' }}
      >
        {(data) => (
          <ul className={list}>
            {data.map((order) => (
              <Row key={order.id} order={order} now={now} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

function Row({ order, now }: { order: OwnOrder; now: number }) {
  const { name, imageUrl } = orderedBenefit(order)
  const creditLeft = useCreditLeft(isLateOrder(order, now)).data
  const { text, credit, displayStatus: look } = ownOrderState(order, now, creditLeft)
  return (
    <li className={row}>
      <BenefitImage src={imageUrl} size="thumb" />
      <div className="min-w-0 flex-1">
        <Link
          to={paths.orderOf(order.id)}
          className="block truncate font-semibold after:absolute after:inset-0 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <span aria-live="polite">
          <StateText status={look}>
            <span>{text}</span>
            {credit ? (
              // Its place is kept, so that nothing moves.
              <span style={{ visibility: creditLeft === undefined ? 'hidden' : undefined }}>
                {`. ${credit}`}
              </span>
            ) : null}
          </StateText>
        </span>
      </div>
      <Suspense fallback={null}>
        <OrderAction order={order} className="relative flex-none" />
      </Suspense>
    </li>
  )
}
