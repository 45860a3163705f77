import type { AdminOrder } from '@/entities/admin-orders'
import { countOf } from '@/lib/format'
import { customerOf } from './customer'

export const tokenNoteId = 'order-token-note'

/** What cancelling will do to the tokens, or leaving `cancelled`, before it is done (D6). */
export function TokenNote({ order }: { order: AdminOrder }) {
  return (
    <p id={tokenNoteId} className="text-sm text-ink-2">
      {tokenNote(order)}
    </p>
  )
}

function tokenNote(order: AdminOrder): string {
  const cancelled = order.status === 'cancelled'
  // The linked benefit's price does not count: the ledger moves what the order itself recorded.
  const price = order.benefit_token_value ?? 0
  if (order.user_id === null) return 'The account is deleted: no status moves any tokens.'
  if (price === 0) return 'This order took no tokens: no status moves any.'
  const tokens = countOf(price, 'token')
  const name = customerOf(order)?.name ?? 'the customer'
  return cancelled
    ? `${tokens} went back to ${name}. Any other status takes ${price === 1 ? 'it' : 'them'} again, if the balance allows it.`
    : `Cancelling gives ${tokens} back to ${name}.`
}
