import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { supabase } from '@/lib/supabase'

const newestQuery = (userId: string, benefitIds: readonly string[]) =>
  queryOptions({
    queryKey: orderKeys.newestOf(userId, benefitIds),
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .from('orders')
        .select('id, benefit_id')
        .eq('user_id', userId)
        .in('benefit_id', [...benefitIds])
        .in('unit', ['held', 'spent'])
        .order('created_at', { ascending: false })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    // Oldest first, so that the newest overwrites the others of a benefit.
    select: (rows) => new Map(rows.toReversed().map(({ id, benefit_id }) => [benefit_id, id])),
    enabled: benefitIds.length > 0,
    placeholderData: keepPreviousData,
  })

/** By benefit id; only orders that count towards the limit. */
export function useNewestOrdersOf(benefitIds: readonly string[]) {
  return useQuery(newestQuery(useUser().id, benefitIds))
}
