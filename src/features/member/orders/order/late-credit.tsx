import { Link } from 'react-router-dom'
import { Coin } from '@/components/domain/coin'
import { QueryState } from '@/components/list/query-state'
import { InlineAlert } from '@/components/ui/inline-alert'
import { Skeleton } from '@/components/ui/skeleton'
import { useNow } from '@/components/ui/use-now'
import type { OrderEvent } from '@/entities/deliveries/own'
import { calculateLateCredit, creditTerms, maxCredit, useCreditLeft } from '@/entities/orders/late-credit'
import type { OwnOrder } from '@/entities/orders/own'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'

type Props = { order: OwnOrder; events: OrderEvent[] | undefined }

export function LateCredit({ order, events = [] }: Props) {
  const credited = events.find(({ event }) => event === 'credited')?.detail?.tokens
  const isOpen = order.status === 'pending' || order.status === 'processing'
  if (credited === undefined) return isOpen ? <OpenOrderCredit order={order} /> : null
  const were = credited === 1 ? 'was' : 'were'
  return (
    <InlineAlert
      icon={<Coin className="mt-px size-5" />}
      title={`${formatCount(credited, 'token')} ${were} credited for the delay.`}
    >
      {creditTerms(order)}. {credited === 1 ? 'It is' : 'They are'} in your{' '}
      <Link to={paths.transactions} className="link">
        Token History
      </Link>
      .
    </InlineAlert>
  )
}

function OpenOrderCredit({ order }: { order: OwnOrder }) {
  const credit = calculateLateCredit(order, useNow())
  return credit > 0 ? <AccruedCredit order={order} credit={credit} /> : null
}

function AccruedCredit({ order, credit }: { order: OwnOrder; credit: number }) {
  return (
    <QueryState
      query={useCreditLeft()}
      pending={<Skeleton className="h-16" />}
      error={{ title: 'The credit for the delay could not be loaded.', safe: 'It is not affected.' }}
    >
      {(left) => {
        const tokens = Math.min(credit, left)
        return (
          <InlineAlert
            icon={<Coin className="mt-px size-5" />}
            title={tokens > 0 ? `${formatCount(tokens, 'token')} back so far` : 'No credit for this delay.'}
          >
            {tokens < credit
              ? `Credits for delays are at most ${maxCredit} tokens in 30 days.`
              : `${creditTerms(order)}. ${tokens === 1 ? 'It is' : 'They are'} added to your balance when the order is delivered or cancelled. You need not ask.`}
          </InlineAlert>
        )
      }}
    </QueryState>
  )
}
