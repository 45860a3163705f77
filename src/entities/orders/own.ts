import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  calculateLateCredit,
  isLateOrder,
  isOpenOrder,
  isOrderStatus,
  type OrderStatus,
  openStatuses,
  orderColumns,
  orderedBenefit,
  orderKeys,
  statusText,
} from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { read } from '@/entities/shared/read'
import { capitalize, formatCount } from '@/lib/format'
import { formatDistance, formatNearTime } from '@/lib/near-time'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

export const ownOrderColumns =
  `${orderColumns}, benefit_id, delivery_method, due_at, unit, from_stock, cancel_reason, credit_rate, credit_cap, late_credit, delivery_kind, made_by:benefit(maker, maker_link, estimated_value)` as const

const currentOrders = (userId: string) =>
  supabase.from('orders').select(`${ownOrderColumns}, is_unopened`).eq('user_id', userId)

type CurrentOrder = QueryData<ReturnType<typeof currentOrders>>[number]
export type OwnOrder = Omit<CurrentOrder, 'is_unopened'>

const things = ['key', 'link', 'file']

/** Whether one click copies, opens or saves what was delivered. */
export const hasOneClick = ({ delivery_kind: kind }: OwnOrder) => kind !== null && things.includes(kind)

type State = {
  /** What it means for the member. */
  text: string
  /** The specified text, with the word of the status where it does not contain it. */
  detail: string
  /** For its delay. */
  credit?: string
  displayStatus: OrderStatus | 'late'
}

/** `creditLeft`: what can still be credited for delays; without it, the credit is the highest possible one. */
export function ownOrderState(order: OwnOrder, now: number, creditLeft = Infinity): State {
  const { status, due_at, delivery_kind: kind } = order
  const { tokens } = orderedBenefit(order)
  const text = statusText(status)
  if (!isOrderStatus(status)) return { text, detail: '', displayStatus: 'pending' }
  const word = capitalize(status)
  const detail = text.includes(status) ? text : `${word} · ${text}`
  if (status === 'cancelled')
    return {
      text: tokens > 0 ? formatCount(tokens, 'token is back', 'tokens are back') : word,
      detail,
      displayStatus: status,
    }
  if (isLateOrder(order, now) && due_at !== null) {
    const credit = Math.min(calculateLateCredit(order, now), creditLeft)
    return {
      text: `Late by ${formatDistance(now - Date.parse(due_at))}`,
      detail,
      credit: credit > 0 ? `${formatCount(credit, 'token')} back so far` : undefined,
      displayStatus: 'late',
    }
  }
  if (kind)
    return {
      text: `Your ${things.includes(kind) ? kind : 'delivery'} is ready`,
      detail,
      displayStatus: status,
    }
  if (isOpenOrder(order) && due_at !== null)
    return { text: `Arrives by ${formatNearTime(due_at, now)}`, detail, displayStatus: status }
  return { text, detail: word, displayStatus: status }
}

/** By benefit id; only orders that count towards the limit. */
export function useNewestOrdersOf(benefitIds: readonly string[]) {
  const userId = useUser().id
  return useQuery({
    queryKey: orderKeys.newestOf(userId, benefitIds),
    queryFn: ({ signal }) =>
      read(
        supabase
          .from('orders')
          .select('id, benefit_id')
          .eq('user_id', userId)
          .in('benefit_id', [...benefitIds])
          .in('unit', ['held', 'spent'])
          .order('created_at', { ascending: false }),
        signal,
      ),
    // Oldest first, so that the newest overwrites the others of a benefit.
    select: (rows) => new Map(rows.toReversed().map(({ id, benefit_id }) => [benefit_id, id])),
    enabled: benefitIds.length > 0,
    placeholderData: keepPreviousData,
  })
}

const maxCurrent = 4
/** Of the delivered ones, so that those that were never opened are among them. */
const maxDelivered = 12

const currentQuery = (userId: string) =>
  queryOptions({
    queryKey: orderKeys.current(userId),
    queryFn: async ({ signal }) => {
      const open = currentOrders(userId).in('status', openStatuses).order('due_at')
      const delivered = currentOrders(userId)
        .in('status', ['completed', 'delivered'])
        .order('updated_at', { ascending: false })
      const lists = await Promise.all([
        read(open.order('id').limit(maxCurrent), signal),
        read(delivered.order('id').limit(maxDelivered), signal),
      ])
      return lists.flat()
    },
    ...offlineCacheOptions(),
  })

/** Up to four: ready and never opened, late (D56), under way, then the latest ones. */
export function useCurrentOrders(now: number) {
  const orders = useQuery(currentQuery(useUser().id))
  const rank = (order: CurrentOrder) =>
    order.is_unopened ? 0 : isLateOrder(order, now) ? 1 : isOpenOrder(order) ? 2 : 3
  return { ...orders, data: orders.data?.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxCurrent) }
}
