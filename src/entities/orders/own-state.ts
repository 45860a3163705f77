import { calculateLateCredit } from '@/entities/orders/late-credit'
import type { OwnOrder } from '@/entities/orders/own'
import { isOrderStatus, type OrderStatus, orderedBenefit, statusText } from '@/entities/orders/status'
import { capitalize, formatCount } from '@/lib/format'
import { formatDistance, formatNearTime } from '@/lib/near-time'

const things = ['key', 'link', 'file']

type State = {
  /** What it means for the member. */
  text: string
  /** The specified text, with the word of the status where it does not contain it. */
  detail: string
  /** For its delay. */
  credit?: string
  look: OrderStatus | 'late'
}

type Late = Pick<OwnOrder, 'status' | 'due_at'>

export const isOpenOrder = ({ status }: Pick<OwnOrder, 'status'>) =>
  status === 'pending' || status === 'processing'

/** An open order whose due time has passed (D56). */
export const isLateOrder = (order: Late, now: number) =>
  isOpenOrder(order) && order.due_at !== null && Date.parse(order.due_at) < now

/** `creditLeft`: what can still be credited for delays; without it, the credit is the highest possible one. */
export function ownOrderState(order: OwnOrder, now: number, creditLeft = Infinity): State {
  const { status, due_at, delivery_kind: kind } = order
  const { tokens } = orderedBenefit(order)
  const text = statusText(status)
  if (!isOrderStatus(status)) return { text, detail: '', look: 'pending' }
  const word = capitalize(status)
  const detail = text.includes(status) ? text : `${word} · ${text}`
  if (status === 'cancelled')
    return {
      text: tokens > 0 ? formatCount(tokens, 'token is back', 'tokens are back') : word,
      detail,
      look: status,
    }
  if (isLateOrder(order, now) && due_at !== null) {
    const credit = Math.min(calculateLateCredit(order, now), creditLeft)
    return {
      text: `Late by ${formatDistance(now - Date.parse(due_at))}`,
      detail,
      credit: credit > 0 ? `${formatCount(credit, 'token')} back so far` : undefined,
      look: 'late',
    }
  }
  if (kind)
    return { text: `Your ${things.includes(kind) ? kind : 'delivery'} is ready`, detail, look: status }
  if (isOpenOrder(order) && due_at !== null)
    return { text: `Arrives by ${formatNearTime(due_at, now)}`, detail, look: status }
  return { text, detail: word, look: status }
}
