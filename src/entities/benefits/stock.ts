import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type Benefit, benefitKeys } from '@/entities/benefits/benefit'
import { supabase } from '@/lib/supabase'

/** The function's limit. */
const maxIds = 200
/** The figure that stands for this many or more (D31). */
const many = 20

/** Undefined while loading and for what has no stock. */
export type Stock = { isSoldOut: boolean; few?: number }

async function readStock(ids: readonly string[], signal: AbortSignal): Promise<Map<string, number>> {
  const left = new Map<string, number>()
  for (let start = 0; start < ids.length; start += maxIds) {
    const { data } = await supabase
      .rpc('benefit_stock', { p_benefits: ids.slice(start, start + maxIds) })
      .abortSignal(signal)
      .throwOnError()
    for (const { benefit_id, keys_left } of data) left.set(benefit_id, keys_left)
  }
  return left
}

const stockQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: benefitKeys.stock(ids),
    queryFn: ({ signal }) => readStock(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

/** How much is left of the benefits that are delivered at once: nothing, a few, or enough. */
export function useBenefitStock(benefits: readonly Pick<Benefit, 'id' | 'delivery_method'>[]) {
  const ids = benefits.filter(({ delivery_method }) => delivery_method !== 'manual').map(({ id }) => id)
  const { data } = useQuery(stockQuery(ids))
  return (id: string): Stock | undefined => {
    const left = data?.get(id)
    if (left === undefined) return undefined
    return { isSoldOut: left === 0, few: left > 0 && left < many ? left : undefined }
  }
}
