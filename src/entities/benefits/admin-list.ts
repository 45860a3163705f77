import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { afterKey, type KeysetRange, readKeysetPage } from '@/entities/shared/keyset'
import { containsAny } from '@/entities/shared/search'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type AdminBenefit = Pick<
  Tables<'benefits'>,
  'id' | 'name' | 'description' | 'token_value' | 'image_url' | 'is_active' | 'created_at' | 'updated_at'
>

export const adminBenefitColumns =
  'id, name, description, token_value, image_url, is_active, created_at, updated_at'

export const benefitsPerPage = 25

/** The sentence of a failed load (chapter 8). */
export const benefitsLoadFailure = 'Failed to load benefits'

function slice(search: string, { key, reverse, limit }: KeysetRange) {
  let rows = supabase.from('benefits').select(adminBenefitColumns)
  if (search) rows = rows.or(containsAny(['name', 'description'], search))
  if (key) {
    rows = reverse ? rows.gte('created_at', key.value) : rows.lte('created_at', key.value)
    rows = rows.or(afterKey('created_at', key, !reverse))
  }
  return rows.order('created_at', { ascending: reverse }).order('id', { ascending: reverse }).limit(limit)
}

async function keyAt(search: string, index: number, signal: AbortSignal) {
  const { data } = await slice(search, { reverse: false, limit: 1 })
    .range(index, index)
    .abortSignal(signal)
    .throwOnError()
  const [row] = data
  return row && { value: row.created_at, id: row.id }
}

export const adminBenefitQueries = {
  page: (search: string, place: PageCursor) =>
    queryOptions({
      queryKey: ['benefits', 'admin', search, place],
      queryFn: ({ signal }) =>
        readKeysetPage<AdminBenefit>(place, benefitsPerPage, {
          read: (part) => slice(search, part).abortSignal(signal).throwOnError(),
          keyAt: (index) => keyAt(search, index, signal),
        }),
      placeholderData: keepPreviousData,
      meta: { failed: benefitsLoadFailure },
    }),

  count: (search: string) =>
    queryOptions({
      queryKey: ['benefits', 'admin', 'count', search],
      queryFn: async ({ signal }) => {
        const rows = supabase.from('benefits').select('id', { count: 'exact', head: true })
        const found = search ? rows.or(containsAny(['name', 'description'], search)) : rows
        const { count } = await found.abortSignal(signal).throwOnError()
        return count ?? 0
      },
    }),

  figures: (ids: readonly string[]) =>
    queryOptions({
      queryKey: ['benefits', 'admin', 'figures', ids],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('benefit_figures', { p_benefits: [...ids] })
          .abortSignal(signal)
          .throwOnError()
        return data
      },
      select: (rows) => new Map(rows.map(({ benefit_id, ...figures }) => [benefit_id, figures])),
      enabled: ids.length > 0,
    }),
}

/** Orders of these benefits that are not cancelled, and the tokens spent on them, by the benefit's id. */
export function useBenefitFigures(ids: readonly string[]) {
  return useQuery(adminBenefitQueries.figures(ids))
}

/** One page of all benefits whose name or description contains `search`, newest first (D20). */
export function useAdminBenefits(search: string, place: PageCursor) {
  return useQuery(adminBenefitQueries.page(search, place))
}

/** How many benefits there are, or how many match. */
export function useBenefitCount(search = '') {
  return useQuery(adminBenefitQueries.count(search))
}
