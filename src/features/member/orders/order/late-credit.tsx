import { Link } from 'react-router-dom'
import { Coin } from '@/components/domain/token-amount'
import { QueryState } from '@/components/list/query-state'
import { InlineAlert } from '@/components/ui/inline-alert'
import { useNow } from '@/components/ui/use-now'
import type { OrderEvent } from '@/entities/deliveries/own'
import {
  calculateLateCredit,
  creditTerms,
  isOpenOrder,
  maxCredit,
  useCreditLeft,
} from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'

type Props = { order: OwnOrder; events: OrderEvent[] | undefined }

export function LateCredit({ order, events = [] }: Props) {
  const credited = events.find(({ event }) => event === 'credited')?.detail?.tokens
  if (credited === undefined) return isOpenOrder(order) ? <OpenOrderCredit order={order} /> : null
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

type CreditProps = { order: OwnOrder; credit: number }

function OpenOrderCredit({ order }: { order: OwnOrder }) {
  const credit = calculateLateCredit(order, useNow())
  return credit > 0 ? <AccruedCredit order={order} credit={credit} /> : null
}

function AccruedCredit(props: CreditProps) {
  return (
    <QueryState
      query={useCreditLeft()}
      pending={
        // As high as what comes, so that what happened does not move.
        <div aria-hidden="true" className="rounded bg-line *:invisible">
          <CreditAlert {...props} left={undefined} />
        </div>
      }
      error={{ title: 'The credit for the delay could not be loaded.', safe: 'It is not affected.' }}
    >
      {(left) => <CreditAlert {...props} left={left} />}
    </QueryState>
  )
}

function CreditAlert({ order, credit, left }: CreditProps & { left: number | undefined }) {
  const tokens = Math.min(credit, left ?? credit)
  const title = tokens > 0 ? `${formatCount(tokens, 'token')} back so far` : 'No credit for this delay.'
  return (
    <InlineAlert icon={<Coin className="mt-px size-5" />} title={left === undefined ? '\u00a0' : title}>
      {tokens < credit
        ? `Credits for delays are at most ${maxCredit} tokens in 30 days.`
        : `${creditTerms(order)}. ${tokens === 1 ? 'It is' : 'They are'} added to your balance when the order is delivered or cancelled. You need not ask.`}
    </InlineAlert>
  )
}
