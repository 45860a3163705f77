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
function toCountParams({ search, category, favourites, affordable }: BenefitFilters) {
  const hasSeveralFilters = [category, favourites, affordable].filter(Boolean).length > 1
  return {
    p_search: search || undefined,
    ...(hasSeveralFilters && {
      p_category: category || undefined,
      p_favourites: favourites || undefined,
      p_affordable: affordable || undefined,
    }),
  }
}

type CountParams = ReturnType<typeof toCountParams>

async function readCounts(wanted: CountParams, signal: AbortSignal) {
  const { data } = await supabase
    .rpc('browse_counts', wanted, { get: true })
    .abortSignal(signal)
    .throwOnError()
  return data
}

function toFilterCounts(rows: Awaited<ReturnType<typeof readCounts>>): FilterCounts {
  const countOf = (filter: string) => rows.find((row) => row.filter === filter)?.benefits ?? 0
  return {
    all: countOf('all'),
    categories: rows
      .filter(({ filter }) => filter === 'category')
      .map(({ category_id, name, benefits }) => ({ id: category_id, name, benefits })),
    favourites: countOf('favourites'),
    affordable: countOf('affordable'),
    shown: countOf('shown'),
  }
}

function countOptions({ p_search, ...filters }: CountParams) {
  const options = cachedOffline(!p_search && Object.keys(filters).length === 0)
  return { ...options, meta: { ...options.meta, failed: '' } }
}

const countsQuery = (wanted: CountParams) =>
  queryOptions({
    queryKey: benefitKeys.counts(wanted),
    queryFn: ({ signal }) => readCounts(wanted, signal),
    select: toFilterCounts,
    placeholderData: keepPreviousData,
    refetchInterval: catalogueInterval,
    ...countOptions(wanted),
  })

export function useBenefitCounts(filters: BenefitFilters) {
  return useQuery(countsQuery(toCountParams(filters)))
}
