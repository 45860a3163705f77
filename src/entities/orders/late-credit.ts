import { queryOptions, useQuery } from '@tanstack/react-query'
import { type OrderRow, orderKeys } from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { formatCount } from '@/lib/format'
import { hoursIn } from '@/lib/near-time'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

type Terms = Pick<OrderRow, 'credit_rate' | 'credit_cap'>
type LateOrder = Terms & Pick<OrderRow, 'delivery_method' | 'due_at' | 'benefit_token_value' | 'late_credit'>

/** Tokens for full hours of delay, up to the cap and the price; none once an admin has closed the order (D36). */
export function calculateLateCredit(order: LateOrder, now: number): number {
  if (order.delivery_method !== 'manual' || !order.due_at || order.late_credit !== null) return 0
  const hours = Math.max(0, hoursIn(now - Date.parse(order.due_at)))
  return Math.min(order.credit_rate * hours, order.credit_cap, order.benefit_token_value ?? 0)
}

/** 'One token for each full hour, up to 10'. */
export function creditTerms({ credit_rate, credit_cap }: Terms): string {
  const rate = credit_rate === 1 ? 'One token' : formatCount(credit_rate, 'token')
  return `${rate} for each full hour, up to ${credit_cap}`
}

/** In tokens, per member in 30 days. */
export const maxCredit = 20

const creditLeftQuery = (userId: string) =>
  queryOptions({
    queryKey: orderKeys.creditLeft(userId),
    queryFn: async ({ signal }) => {
      const { data } = await supabase.rpc('late_credit_left').abortSignal(signal).throwOnError()
      return data
    },
    ...cachedOffline(),
  })

/** Read once an order needs it. */
export function useCreditLeft(isNeeded = true) {
  return useQuery({ ...creditLeftQuery(useUser().id), enabled: isNeeded })
}
