import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type BrowsedBenefit,
  benefitKeys,
  benefitsLoadFailure,
  catalogueInterval,
} from '@/entities/benefits/benefit'
import { read } from '@/entities/shared/read'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

export const benefitSorts = ['price', 'price-down', 'newest', 'leaving', 'name'] as const
export type BenefitSort = (typeof benefitSorts)[number]

/** `category`: an id, or '' for all. `affordable`: only what could be redeemed now. */
export type BenefitFilters = {
  search: string
  sort: BenefitSort
  category: string
  favourites: boolean
  affordable: boolean
}

const benefitsPerPage = 48

const sortKey: Record<BenefitSort, 'token_value' | 'created_at' | 'closes_at' | 'name'> = {
  price: 'token_value',
  'price-down': 'token_value',
  newest: 'created_at',
  leaving: 'closes_at',
  name: 'name',
}

/** Sort value and id of a row; null for a benefit that never closes. */
type Key = { value: string | number | null; id: string }

async function readPage(
  { search, sort, category, favourites, affordable }: BenefitFilters,
  after: Key | undefined,
  signal: AbortSignal,
) {
  const data = await read(
    supabase.rpc(
      'browse_benefits',
      {
        p_search: search || undefined,
        p_category: category || undefined,
        p_favourites: favourites || undefined,
        p_affordable: affordable || undefined,
        p_sort: sort,
        p_key_value: after?.value?.toString(),
        p_key_id: after?.id,
        // One more than is shown, to know whether there is a next page.
        p_limit: benefitsPerPage + 1,
      },
      { get: true },
    ),
    signal,
  )
  // The generated types of functions lack null.
  const rows = data as BrowsedBenefit[]
  return { rows: rows.slice(0, benefitsPerPage), hasNext: rows.length > benefitsPerPage }
}

type Page = Awaited<ReturnType<typeof readPage>>

/** A benefit whose key changed between the loads of two pages is on both; the later page is newer. */
function distinct({ pages }: InfiniteData<Page>) {
  const all = pages.flatMap(({ rows }) => rows)
  const last = new Map(all.map(({ id }, index) => [id, index]))
  return { benefits: all.filter(({ id }, index) => last.get(id) === index), pages: pages.length }
}

/** Only the unfiltered list is cached for offline use. */
function listOptions({ search, sort, category, favourites, affordable }: BenefitFilters) {
  const options = offlineCacheOptions(!search && sort === 'price' && !category && !favourites && !affordable)
  return { ...options, meta: { ...options.meta, failed: benefitsLoadFailure } }
}

const listQuery = (filters: BenefitFilters) =>
  infiniteQueryOptions({
    queryKey: benefitKeys.list(filters),
    initialPageParam: undefined as Key | undefined,
    queryFn: ({ pageParam, signal }) => readPage(filters, pageParam, signal),
    getNextPageParam: ({ rows, hasNext }) => {
      const last = rows.at(-1)
      return hasNext && last ? { value: last[sortKey[filters.sort]], id: last.id } : undefined
    },
    select: distinct,
    placeholderData: keepPreviousData,
    refetchInterval: catalogueInterval,
    ...listOptions(filters),
  })

/** At least `pages` of 48, loaded one after the other, and refetched every 30 seconds. */
export function useBenefits(filters: BenefitFilters, pages: number) {
  const list = useInfiniteQuery(listQuery(filters))
  const { data, hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage } = list
  const isShort = data && !isPlaceholderData && data.pages < pages && hasNextPage

  useEffect(() => {
    if (isShort && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isShort, isFetching, isFetchNextPageError, fetchNextPage])

  return list
}

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

async function readCounts(params: CountParams, signal: AbortSignal) {
  return read(supabase.rpc('browse_counts', params, { get: true }), signal)
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
  const options = offlineCacheOptions(!p_search && Object.keys(filters).length === 0)
  return { ...options, meta: { ...options.meta, failed: '' } }
}

const countsQuery = (params: CountParams) =>
  queryOptions({
    queryKey: benefitKeys.counts(params),
    queryFn: ({ signal }) => readCounts(params, signal),
    select: toFilterCounts,
    placeholderData: keepPreviousData,
    refetchInterval: catalogueInterval,
    ...countOptions(params),
  })

export function useBenefitCounts(filters: BenefitFilters) {
  return useQuery(countsQuery(toCountParams(filters)))
}
