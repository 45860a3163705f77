import { queryOptions, useQuery } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

const openQuery = (userId: string) =>
  queryOptions({
    queryKey: orderKeys.open(userId),
    queryFn: async ({ signal }) => {
      const { data, count } = await supabase
        .from('orders')
        .select('id, benefit_name, due_at', { count: 'exact' })
        .eq('user_id', userId)
        .in('status', ['pending', 'processing'])
        .order('due_at')
        .order('id')
        .limit(1)
        .abortSignal(signal)
        .throwOnError()
      return { first: data[0], count: count ?? 0 }
    },
    ...cachedOffline(),
  })

export function useOpenOrders() {
  return useQuery(openQuery(useUser().id))
}
