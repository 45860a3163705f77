import type { ReactNode } from 'react'
import type { DataCounts } from '@/entities/privacy/privacy'
import { formatCount } from '@/lib/format'

export function Consequences({ counts, tokens }: { counts: DataCounts; tokens: number }) {
  const { orders, open_orders: open, open_tokens, entries, payments, invitations_left } = counts
  return (
    <dl className="border-t border-ink">
      <Consequence of={formatCount(tokens, 'token')}>
        {tokens === 1 ? 'is' : 'are'} given up. They cannot be moved or paid out.
      </Consequence>
      {open > 0 ? (
        <Consequence of={formatCount(open, 'open order')}>
          {open === 1 ? 'is' : 'are'} cancelled on that day. Cancel {open === 1 ? 'it' : 'them'} before if you
          want to spend the {formatCount(open_tokens, 'token')}.
        </Consequence>
      ) : null}
      <Consequence of="Keys and files">
        you received stay yours. Save them before the account is gone.
      </Consequence>
      {invitations_left > 0 ? (
        <Consequence of={`${formatCount(invitations_left, 'invitation')} left`}>
          {invitations_left === 1 ? 'lapses' : 'lapse'}, and your link stops working.
        </Consequence>
      ) : null}
      <Consequence of="Your name">
        and your email are removed
        {orders > 0
          ? ` from your ${orders === 1 ? 'order' : formatCount(orders, 'order')}. What you ordered stays, without you, as bookkeeping.`
          : '.'}
      </Consequence>
      <Consequence of={formatCount(entries, 'transaction')}>
        {entries === 1 ? 'stays' : 'stay'} without your name and without reasons, so that the sums still
        agree.
      </Consequence>
      {payments > 0 ? (
        <Consequence of={formatCount(payments, 'payment')}>
          {payments === 1 ? 'stays' : 'stay'} without your name, as the law of bookkeeping requires.
        </Consequence>
      ) : null}
    </dl>
  )
}

function Consequence({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 border-b border-line py-2.5">
      <dt className="flex-[0_0_7.75rem] font-semibold md:basis-[9.5rem]">{of}</dt>
      <dd className="min-w-0 flex-[1_1_10rem] text-ink-2">{children}</dd>
    </div>
  )
}
