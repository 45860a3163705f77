import clsx from 'clsx'
import { PackageCheck } from 'lucide-react'
import { Coin, TokenAmount, TokenWord } from '@/components/domain/token-amount'
import { type QueryLike, QueryState } from '@/components/list/query-state'
import { InlineAlert } from '@/components/ui/inline-alert'
import { Skeleton } from '@/components/ui/skeleton'
import { Sum } from '@/components/ui/sum'
import { useNow } from '@/components/ui/use-now'
import type { DeliveryStatus, OrderEvent } from '@/entities/deliveries/own'
import { isLateOrder, isOpenOrder, statusText } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { formatCount, formatNumber } from '@/lib/format'
import { formatDistance, formatNearTime, hoursIn } from '@/lib/near-time'
import { Delivered } from './delivered'

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
        if (isOpenOrder(order)) return <Due order={order} />
        return (
          <InlineAlert icon={<PackageCheck />} title={`${statusText(status)}.`}>
            {`It will be sent to ${order.redemption_email ?? 'your email'}.`}
          </InlineAlert>
        )
      }}
    </QueryState>
  )
}

function Due({ order }: { order: OwnOrder }) {
  const now = useNow()
  const { created_at, due_at, status } = order
  if (!due_at) return null
  const [start, due] = [Date.parse(created_at), Date.parse(due_at)]
  const late = now - due
  const isLate = isLateOrder(order, now)
  const allowed = formatCount(hoursIn(due - start), 'hour')
  const span = isLate ? now - start : due - start
  const share = Math.min(100, (100 * (isLate ? due - start : Math.max(0, now - start))) / span)
  return (
    <section aria-label="Due" className="sheet p-6 max-md:p-4">
      <p className="text-ink-muted">{isLate ? 'Was due' : 'Due'}</p>
      <p className="mt-0.5 text-xl font-semibold tracking-[-.018em]">
        <time dateTime={due_at}>{formatNearTime(due_at, now)}</time>
      </p>
      <p className={clsx('mt-0.5', isLate ? 'font-semibold text-danger' : 'text-ink-muted')}>
        {isLate ? `late by ${formatDistance(late)}` : `in ${formatDistance(-late)}. ${statusText(status)}.`}
      </p>
      <div
        role="img"
        aria-label={`${formatCount(hoursIn(now - start), 'hour')} of ${allowed} have passed`}
        className="mt-3.5 flex h-1.5 gap-[3px] overflow-hidden rounded-sm bg-line"
      >
        <span className="bg-accent" style={{ width: `${share}%` }} />
        {isLate ? <span className="min-w-[3px] flex-1 bg-danger" /> : null}
      </div>
      <p className="mt-1.5 flex justify-between gap-3 text-xs text-ink-muted">
        <span>Ordered {formatNearTime(created_at, now, 'short')}</span>
        <span>{isLate ? `${allowed}, and ${formatDistance(late)} more` : allowed}</span>
      </p>
    </section>
  )
}

function Cancelled({ order, events }: { order: OwnOrder; events: OrderEvent[] }) {
  const { tokens = 0, before } = events.findLast(({ event }) => event === 'refunded')?.detail ?? {}
  const answer = events.findLast(({ event, detail }) => event === 'answered' && detail?.answer === 'refunded')
  return (
    <div className="grid gap-3">
      {before === undefined ? null : (
        <RefundSum
          label="What came back"
          names={['Balance before', 'Returned']}
          before={before}
          tokens={tokens}
        />
      )}
      <p className="text-ink-2">
        {`${statusText('cancelled')}.${answer ? ' It could not be repaired after your report.' : ''}`}
      </p>
      {order.cancel_reason ? (
        <p className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">{order.cancel_reason}</p>
      ) : null}
      {answer?.detail?.text ? <p className="whitespace-pre-wrap text-ink-2">{answer.detail.text}</p> : null}
    </div>
  )
}

type RefundProps = { label: string; names: [balance: string, tokens: string]; before: number; tokens: number }

/** The tokens that come back, or came, and the balance before and after. */
export function RefundSum({ label, names, before, tokens }: RefundProps) {
  const after = before + tokens
  return (
    <Sum
      label={label}
      lines={[
        { name: names[0], value: <TokenAmount value={before} /> },
        { name: names[1], value: <TokenAmount value={tokens} signed bare /> },
      ]}
      total={{
        name: 'Balance after',
        value: (
          <span className="inline-flex items-center gap-[.38em]">
            <Coin reeded className="size-[30px]" />
            <span>{formatNumber(after)}</span>
            <TokenWord value={after} />
          </span>
        ),
      }}
    />
  )
}
