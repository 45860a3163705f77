import { queryOptions, useQuery } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

export const orderHistoryQueries = {
  of: (orderId: string) =>
    queryOptions({
      queryKey: ['orders', 'history', orderId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('order_history', { p_order_id: orderId })
          .abortSignal(signal)
          .throwOnError()
        return data
      },
    }),
}

/** Who set which status of an order when, oldest first; for admins (D29). */
export function useOrderHistory(orderId: string) {
  return useQuery(orderHistoryQueries.of(orderId))
}
