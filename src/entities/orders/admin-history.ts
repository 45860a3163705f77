import { queryOptions, useQuery } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import { supabase } from '@/lib/supabase'

const maxRows = 20

const orderHistoryQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.adminHistory(orderId),
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('order_history', { p_order_id: orderId })
        .order('at', { ascending: false })
        .limit(maxRows + 1)
        .abortSignal(signal)
        .throwOnError()
      return { changes: data.slice(0, maxRows), more: data.length > maxRows }
    },
  })

/** Who set which status when, newest first (D29). */
export function useOrderHistory(orderId: string) {
  return useQuery(orderHistoryQuery(orderId))
}
