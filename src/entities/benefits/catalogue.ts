import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { type Benefit, benefitKeys, benefitsLoadFailure } from '@/entities/benefits/benefit'
import { readPage } from '@/entities/shared/offset-page'
import { containsAny } from '@/entities/shared/search'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

export const benefitSorts = ['price', 'price-down', 'newest'] as const
export type BenefitSort = (typeof benefitSorts)[number]

/** `affordable`: only what the balance covers. */
export type BenefitFilters = { search: string; sort: BenefitSort; affordable: boolean }

const benefitsPerPage = 60

function active(search: string) {
  const rows = supabase.from('benefits').select('*', { count: 'exact' }).eq('is_active', true)
  return search ? rows.or(containsAny(['name', 'description'], search)) : rows
}

function sorted({ search, sort, affordable }: BenefitFilters, balance = 0) {
  const rows = affordable ? active(search).lte('token_value', balance) : active(search)
  const column = sort === 'newest' ? 'created_at' : 'token_value'
  return rows.order(column, { ascending: sort === 'price' }).order('id', { ascending: sort === 'price' })
}

/** Only the unfiltered list is cached for offline use. */
function listOptions({ search, sort, affordable }: BenefitFilters) {
  const options = cachedOffline(search === '' && sort === 'price' && !affordable)
  return { ...options, meta: { ...options.meta, failed: benefitsLoadFailure } }
}

const benefitQueries = {
  list: (list: BenefitFilters, balance: number | undefined) =>
    infiniteQueryOptions({
      queryKey: benefitKeys.list(list, list.affordable ? balance : undefined),
      enabled: !list.affordable || balance !== undefined,
      initialPageParam: 1,
      queryFn: ({ pageParam, signal }) =>
        readPage(pageParam, benefitsPerPage, (first, last) =>
          sorted(list, balance).range(first, last).abortSignal(signal).throwOnError(),
        ),
      getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
      placeholderData: keepPreviousData,
      ...listOptions(list),
    }),
  affordable: (search: string, balance: number | undefined) =>
    queryOptions({
      queryKey: benefitKeys.affordable(search, balance),
      enabled: balance !== undefined,
      queryFn: async ({ signal }) => {
        const { count } = await active(search)
          .lte('token_value', balance ?? 0)
          .limit(1)
          .abortSignal(signal)
          .throwOnError()
        return count ?? 0
      },
      placeholderData: keepPreviousData,
      ...cachedOffline(search === ''),
    }),
  nearest: (balance: number | undefined) =>
    queryOptions({
      queryKey: benefitKeys.nearest(balance),
      enabled: balance !== undefined,
      queryFn: async ({ signal }) => {
        const limit = balance ?? 0
        const [within, beyond] = await Promise.all([
          active('')
            .lte('token_value', limit)
            .order('token_value', { ascending: false })
            .order('id')
            .limit(4)
            .abortSignal(signal)
            .throwOnError(),
          active('')
            .gt('token_value', limit)
            .order('token_value')
            .order('id')
            .limit(4)
            .abortSignal(signal)
            .throwOnError(),
        ])
        return {
          benefits: nearestTo(within.data, beyond.data),
          within: within.count ?? 0,
          total: (within.count ?? 0) + (beyond.count ?? 0),
        }
      },
      placeholderData: keepPreviousData,
      ...cachedOffline(),
    }),
}

/** Four benefits around a balance: the most expensive within it, then the cheapest beyond; by price. */
function nearestTo(within: Benefit[], beyond: Benefit[]): Benefit[] {
  const below = Math.max(3, 4 - beyond.length)
  const cheaper = within.slice(0, below).reverse()
  return [...cheaper, ...beyond.slice(0, 4 - cheaper.length)]
}

/** Pages of 60, with the exact count of all matches. */
export function useBenefits(list: BenefitFilters, balance: number | undefined) {
  return useInfiniteQuery(benefitQueries.list(list, balance))
}

export function useAffordableCount(search: string, balance: number | undefined) {
  return useQuery(benefitQueries.affordable(search, balance))
}

export function useNearestBenefits(balance: number | undefined) {
  return useQuery(benefitQueries.nearest(balance))
}
