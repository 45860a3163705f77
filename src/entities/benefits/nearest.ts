import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type Benefit, benefitKeys } from '@/entities/benefits/benefit'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

function active() {
  return supabase.from('benefits').select('*', { count: 'exact' }).eq('is_active', true)
}

const nearestQuery = (balance: number | undefined) =>
  queryOptions({
    queryKey: benefitKeys.nearest(balance),
    enabled: balance !== undefined,
    queryFn: async ({ signal }) => {
      const limit = balance ?? 0
      const [within, others] = await Promise.all([
        active()
          .lte('token_value', limit)
          .order('token_value', { ascending: false })
          .order('id')
          .limit(4)
          .abortSignal(signal)
          .throwOnError(),
        active()
          .gt('token_value', limit)
          .order('token_value')
          .order('id')
          .limit(4)
          .abortSignal(signal)
          .throwOnError(),
      ])
      return {
        benefits: nearestTo(within.data, others.data),
        within: within.count ?? 0,
        total: (within.count ?? 0) + (others.count ?? 0),
      }
    },
    placeholderData: keepPreviousData,
    ...cachedOffline(),
  })

/** Four benefits, sorted by price: the most expensive affordable ones, then the cheapest of the others. */
function nearestTo(within: Benefit[], others: Benefit[]): Benefit[] {
  const below = Math.max(3, 4 - others.length)
  const cheaper = within.slice(0, below).reverse()
  return [...cheaper, ...others.slice(0, 4 - cheaper.length)]
}

export function useNearestBenefits(balance: number | undefined) {
  return useQuery(nearestQuery(balance))
}
