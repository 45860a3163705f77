import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type BrowsedBenefit, benefitKeys, cheapestUnordered } from '@/entities/benefits/benefit'
import { read } from '@/entities/shared/read'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

/** As a key: after all benefits of a price. */
const lastId = 'f'.repeat(32)

/**
 * What a balance buys now: `redeemable`, four benefits, favourites first, then the dearest; `instant`, three that are delivered at
 * once; without any, `next`, the cheapest of those that cost more.
 */
export function useBenefitsWithinReach(balance: number | undefined) {
  return useQuery({
    queryKey: benefitKeys.withinReach(balance),
    enabled: balance !== undefined,
    queryFn: async ({ signal }) => {
      const call = async <T>(name: 'browse_benefits' | 'browse_counts', args?: object) =>
        (await read(supabase.rpc(name, args, { get: true }), signal)) as T[]
      const browse = (args: object) => call<BrowsedBenefit>('browse_benefits', args)
      const mostExpensiveFirst = { p_affordable: true, p_sort: 'price-down' }
      const [favourites, redeemable, counts] = await Promise.all([
        browse({ ...mostExpensiveFirst, p_favourites: true, p_limit: 12 }),
        browse({ ...mostExpensiveFirst, p_limit: 24 }),
        call<{ benefits: number }>('browse_counts'),
      ])
      const isInstant = (benefit: BrowsedBenefit) => benefit.delivery_method !== 'manual'
      const hasNone = redeemable.length === 0
      return {
        redeemable: cheapestUnordered([...favourites, ...redeemable], 4),
        instant: cheapestUnordered(redeemable.filter(isInstant), 3),
        next: hasNone ? await browse({ p_key_value: balance, p_key_id: lastId, p_limit: 4 }) : [],
        // The first filter is all, the last what can be redeemed.
        total: counts[0]?.benefits ?? 0,
        redeemableCount: hasNone ? 0 : (counts.at(-1)?.benefits ?? 0),
      }
    },
    placeholderData: keepPreviousData,
    ...offlineCacheOptions(),
  })
}
