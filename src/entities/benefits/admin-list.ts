import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { benefitKeys } from '@/entities/benefits/benefit'
import { adminBenefitsLoadFailure } from '@/entities/benefits/messages'
import {
  applyRange,
  createdKey,
  type KeysetRange,
  type KeysetSource,
  readKeysetPage,
} from '@/entities/shared/keyset'
import { containsAny, listedRow, rowOrNull } from '@/entities/shared/read'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

const columns =
  'id, name, description, token_value, image_url, is_active, delivery_method, category_id, stock, per_member_limit, opens_at, closes_at, estimated_value, created_at, updated_at'

export const adminBenefits = () => supabase.from('benefits').select(columns)
export type AdminBenefit = QueryData<ReturnType<typeof adminBenefits>>[number]

export const benefitsPerPage = 25

function benefitSource(search: string): KeysetSource<AdminBenefit> {
  const rows = (range: KeysetRange) => {
    const all = adminBenefits()
    const found = search ? all.or(containsAny(['name', 'description'], search)) : all
    return applyRange(found, 'created_at', range)
  }
  return { rows, keys: rows, keyOf: createdKey }
}

const adminBenefitQueries = {
  page: (search: string, cursor: PageCursor) =>
    queryOptions({
      queryKey: benefitKeys.adminList(search, cursor),
      queryFn: ({ signal }) => readKeysetPage(benefitSource(search), cursor, benefitsPerPage, signal),
      placeholderData: keepPreviousData,
      meta: { failed: adminBenefitsLoadFailure },
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: benefitKeys.adminDetail(id),
      queryFn: ({ signal }) =>
        rowOrNull<AdminBenefit>(
          adminBenefits().eq('id', id).abortSignal(signal).maybeSingle().throwOnError(),
        ),
      meta: { failed: adminBenefitsLoadFailure },
    }),

  count: (search: string) =>
    queryOptions({
      queryKey: benefitKeys.adminCount(search),
      queryFn: async ({ signal }) => {
        const rows = supabase.from('benefits').select('id', { count: 'exact', head: true })
        const found = search ? rows.or(containsAny(['name', 'description'], search)) : rows
        const { count } = await found.abortSignal(signal).throwOnError()
        return count ?? 0
      },
    }),

  figures: (ids: readonly string[]) =>
    queryOptions({
      queryKey: benefitKeys.adminFigures(ids),
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

/** By benefit id: orders that are not cancelled, and the tokens spent on them. */
export function useBenefitFigures(ids: readonly string[]) {
  return useQuery(adminBenefitQueries.figures(ids))
}

export function useAdminBenefits(search: string, cursor: PageCursor) {
  return useQuery(adminBenefitQueries.page(search, cursor))
}

/** Null if not found. Shows the row of a loaded list until the response arrives. */
export function useAdminBenefit(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...adminBenefitQueries.detail(id),
    placeholderData: () => listedRow<AdminBenefit>(client, benefitKeys.adminLists, id),
  })
}

export function useBenefitCount(search = '') {
  return useQuery(adminBenefitQueries.count(search))
}
