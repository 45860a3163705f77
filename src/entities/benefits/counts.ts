import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { benefitKeys, catalogueInterval } from '@/entities/benefits/benefit'
import type { BenefitFilters } from '@/entities/benefits/catalogue'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

/** How many benefits each filter of the catalogue shows; only categories that have any. */
export type FilterCounts = {
  all: number
  categories: { id: string; name: string; benefits: number }[]
  favourites: number
  affordable: number
  /** With all filters together, if several are pressed. */
  shown: number
}

/** Each single filter is counted in any case, so that pressing one alone requests nothing. */
function requested({ search, category, favourites, affordable }: BenefitFilters) {
  const several = [category, favourites, affordable].filter(Boolean).length > 1
  return {
    p_search: search || undefined,
    ...(several && {
      p_category: category || undefined,
      p_favourites: favourites || undefined,
      p_affordable: affordable || undefined,
    }),
  }
}

type Requested = ReturnType<typeof requested>

async function readCounts(wanted: Requested, signal: AbortSignal) {
  const { data } = await supabase
    .rpc('browse_counts', wanted, { get: true })
    .abortSignal(signal)
    .throwOnError()
  return data
}

function byFilter(rows: Awaited<ReturnType<typeof readCounts>>): FilterCounts {
  const of = (filter: string) => rows.find((row) => row.filter === filter)?.benefits ?? 0
  return {
    all: of('all'),
    categories: rows
      .filter(({ filter }) => filter === 'category')
      .map(({ category_id, name, benefits }) => ({ id: category_id, name, benefits })),
    favourites: of('favourites'),
    affordable: of('affordable'),
    shown: of('shown'),
  }
}

function countOptions({ p_search, ...filters }: Requested) {
  const options = cachedOffline(!p_search && Object.keys(filters).length === 0)
  return { ...options, meta: { ...options.meta, failed: '' } }
}

const countsQuery = (wanted: Requested) =>
  queryOptions({
    queryKey: benefitKeys.counts(wanted),
    queryFn: ({ signal }) => readCounts(wanted, signal),
    select: byFilter,
    placeholderData: keepPreviousData,
    refetchInterval: catalogueInterval,
    ...countOptions(wanted),
  })

export function useBenefitCounts(filters: BenefitFilters) {
  return useQuery(countsQuery(requested(filters)))
}
