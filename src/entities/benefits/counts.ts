import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { benefitKeys, catalogueInterval } from '@/entities/benefits/benefit'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

/** How many benefits each filter of the catalogue shows; only categories that have any. */
export type FilterCounts = {
  all: number
  categories: { id: string; name: string; benefits: number }[]
  favourites: number
  affordable: number
}

async function readCounts(search: string, signal: AbortSignal) {
  const { data } = await supabase
    .rpc('browse_counts', { p_search: search || undefined }, { get: true })
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
  }
}

function countOptions(search: string) {
  const options = cachedOffline(search === '')
  return { ...options, meta: { ...options.meta, failed: '' } }
}

const countsQuery = (search: string) =>
  queryOptions({
    queryKey: benefitKeys.counts(search),
    queryFn: ({ signal }) => readCounts(search, signal),
    select: byFilter,
    placeholderData: keepPreviousData,
    refetchInterval: catalogueInterval,
    ...countOptions(search),
  })

export function useBenefitCounts(search: string) {
  return useQuery(countsQuery(search))
}
