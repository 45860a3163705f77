import { queryOptions, useQuery } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** How many changes of one order are shown; the log has them all. */
const most = 20

export const orderHistoryQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'history', orderId],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('order_history', { p_order_id: orderId })
        .order('at', { ascending: false })
        .limit(most + 1)
        .abortSignal(signal)
        .throwOnError()
      return { changes: data.slice(0, most), more: data.length > most }
    },
  })

/** Who set which status of an order when, the latest first; for admins (D29). */
export function useOrderHistory(orderId: string) {
  return useQuery(orderHistoryQuery(orderId))
}
