import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { benefitKeys } from '@/entities/benefits/benefit'
import type { BrowsedBenefit } from '@/entities/benefits/catalogue'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

/** As a key: after all benefits of a price. */
const lastId = 'f'.repeat(32)

const nearestQuery = (balance: number | undefined) =>
  queryOptions({
    queryKey: benefitKeys.nearest(balance),
    enabled: balance !== undefined,
    queryFn: async ({ signal }) => {
      const read = async <T>(name: 'browse_benefits' | 'browse_counts', args?: object) => {
        const { data } = await supabase.rpc(name, args, { get: true }).abortSignal(signal).throwOnError()
        return data as T[]
      }
      const [redeemable, dearer, counts] = await Promise.all([
        read<BrowsedBenefit>('browse_benefits', { p_affordable: true, p_sort: 'price-down', p_limit: 4 }),
        read<BrowsedBenefit>('browse_benefits', { p_key_value: balance, p_key_id: lastId, p_limit: 4 }),
        read<{ benefits: number }>('browse_counts'),
      ])
      return {
        benefits: pickNearest(redeemable, dearer),
        // The first filter is all, the last what can be redeemed.
        total: counts[0]?.benefits ?? 0,
        redeemable: counts.at(-1)?.benefits ?? 0,
      }
    },
    placeholderData: keepPreviousData,
    ...cachedOffline(),
  })

/** Sorted by price: the most expensive that can be redeemed, then the cheapest of those that cost more. */
function pickNearest(redeemable: BrowsedBenefit[], dearer: BrowsedBenefit[]): BrowsedBenefit[] {
  const cheaper = redeemable.slice(0, Math.max(3, 4 - dearer.length)).reverse()
  // Both have a benefit if the balance has grown since it was read.
  return [...cheaper, ...dearer.filter(({ id }) => cheaper.every((each) => each.id !== id))].slice(0, 4)
}

/** Four benefits: of those that the balance covers, only what can be redeemed now. */
export function useNearestBenefits(balance: number | undefined) {
  return useQuery(nearestQuery(balance))
}
