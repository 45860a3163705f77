import { useNow } from '@/components/ui/use-now'
import { WithName } from '@/components/ui/with-name'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { calculateLateCredit, isOpenOrder } from '@/entities/orders/order'
import { formatCount, formatNumber } from '@/lib/format'
import { customerOf } from '../customer'

export const tokenNoteId = 'order-token-note'

/** The effect on the balance, in advance (D6). */
export function TokenNote({ order }: { order: AdminOrder }) {
  useNow()
  return (
    <p id={tokenNoteId} className="figures text-sm text-ink-2 [overflow-wrap:anywhere]">
      <WithName text={tokenNote(order)} name={customerOf(order)?.name} />
    </p>
  )
}

export function cancellation(order: AdminOrder): string {
  const credit = order.user_id === null || !isOpenOrder(order) ? 0 : calculateLateCredit(order, Date.now())
  // The limit of the member is not known here.
  return credit > 0
    ? `${refund({ ...order, profile: null })} Closing it also credits up to ${formatCount(credit, 'token')} for the delay.`
    : refund(order)
}

function refund(order: AdminOrder): string {
  const price = tokensOf(order)
  const balance = order.profile?.current_tokens
  if (order.user_id === null) return 'The account was deleted, so changing the status moves no tokens.'
  if (price === 0) return 'This order cost no tokens, so changing the status moves no tokens.'
  const gives = `Cancelling gives ${formatCount(price, 'token')} back to ${nameOf(order)}`
  return balance === undefined ? `${gives}.` : `${gives}: ${balanceChangeText(balance, balance + price)}.`
}

function nameOf(order: AdminOrder): string {
  return customerOf(order)?.name ?? 'the customer'
}

function tokenNote(order: AdminOrder): string {
  const price = tokensOf(order)
  const balance = order.profile?.current_tokens
  if (order.status !== 'cancelled' || order.user_id === null || price === 0) return cancellation(order)
  const tokens = formatCount(price, 'token')
  const name = nameOf(order)
  const taken = `${tokens} went back to ${name}. Any other status takes ${price === 1 ? 'it' : 'them'} again`
  if (balance === undefined) return `${taken}, if the balance allows it.`
  return balance < price
    ? `${taken}, which the balance of ${formatCount(balance, 'token')} does not allow.`
    : `${taken}: ${balanceChangeText(balance, balance - price)}.`
}

/** The recorded price, which the ledger used, not the current one. */
export function tokensOf(order: AdminOrder): number {
  return order.benefit_token_value ?? 0
}

function balanceChangeText(before: number, after: number): string {
  return `a balance of ${formatCount(before, 'token')} becomes ${formatNumber(after)}`
}
