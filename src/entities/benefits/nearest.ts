import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { benefitKeys } from '@/entities/benefits/benefit'
import type { BrowsedBenefit } from '@/entities/benefits/catalogue'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

const shown = 4
/** As a key: after all benefits of a price. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const nearestQuery = (balance: number | undefined) =>
  queryOptions({
    queryKey: benefitKeys.nearest(balance),
    enabled: balance !== undefined,
    queryFn: async ({ signal }) => {
      const browse = (part: object) =>
        supabase
          .rpc('browse_benefits', { ...part, p_limit: shown }, { get: true })
          .abortSignal(signal)
          .throwOnError()
      const [redeemable, dearer, counts] = await Promise.all([
        browse({ p_affordable: true, p_sort: 'price-down' }),
        browse({ p_key_value: String(balance), p_key_id: lastId }),
        supabase.rpc('browse_counts', {}, { get: true }).abortSignal(signal).throwOnError(),
      ])
      const countOf = (filter: string) => counts.data.find((row) => row.filter === filter)?.benefits ?? 0
      return {
        benefits: nearestTo(redeemable.data as BrowsedBenefit[], dearer.data as BrowsedBenefit[]),
        redeemable: countOf('affordable'),
        total: countOf('all'),
      }
    },
    placeholderData: keepPreviousData,
    ...cachedOffline(),
  })

/** Sorted by price: the most expensive that can be redeemed, then the cheapest of those that cost more. */
function nearestTo(redeemable: BrowsedBenefit[], dearer: BrowsedBenefit[]): BrowsedBenefit[] {
  // The balance may have grown since it was read.
  const others = dearer.filter(({ id }) => redeemable.every((benefit) => benefit.id !== id))
  const cheaper = redeemable.slice(0, Math.max(3, shown - others.length)).reverse()
  return [...cheaper, ...others.slice(0, shown - cheaper.length)]
}

/** Four benefits: of those that the balance covers, only what can be redeemed now. */
export function useNearestBenefits(balance: number | undefined) {
  return useQuery(nearestQuery(balance))
}
