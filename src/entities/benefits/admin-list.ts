import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { benefitKeys } from '@/entities/benefits/benefit'
import { adminBenefitsLoadFailure } from '@/entities/benefits/messages'
import type { DeliveryMethod } from '@/entities/deliveries/delivery'
import { applyRange, type KeysetRange, type KeysetSource, readKeysetPage } from '@/entities/shared/keyset'
import { containsAny } from '@/entities/shared/lists'
import { read, readCount } from '@/entities/shared/read'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

export const adminBenefitColumns =
  'id, name, description, token_value, image_url, is_active, delivery_method, category_id, stock, per_member_limit, opens_at, closes_at, estimated_value, created_at, updated_at'

export const adminBenefits = () => supabase.from('benefits').select(adminBenefitColumns)
export type AdminBenefit = QueryData<ReturnType<typeof adminBenefits>>[number]

export const benefitsPerPage = 25

/** '' is all. `category`: an id. */
export type AdminBenefitFilters = {
  search: string
  method: DeliveryMethod | ''
  status: 'active' | 'inactive' | ''
  category: string
}
export type AdminBenefitSort = { by: 'created_at' | 'name' | 'token_value'; ascending: boolean }

export const adminBenefitKey = (benefit: AdminBenefit, { by }: AdminBenefitSort): RowKey => ({
  value: String(benefit[by]),
  id: benefit.id,
})

type Filterable = { or(filters: string): Filterable; eq(column: string, value: unknown): Filterable }

function applyFilters<Query>(query: Query, { search, method, status, category }: AdminBenefitFilters): Query {
  let rows = query as Query & Filterable
  if (search) rows = rows.or(containsAny(['name', 'description'], search)) as typeof rows
  if (method) rows = rows.eq('delivery_method', method) as typeof rows
  if (status) rows = rows.eq('is_active', status === 'active') as typeof rows
  if (category) rows = rows.eq('category_id', category) as typeof rows
  return rows
}

function benefitSource(filters: AdminBenefitFilters, sort: AdminBenefitSort): KeysetSource<AdminBenefit> {
  const rows = (range: KeysetRange) =>
    // Ascending is the same list from its other end.
    applyRange(applyFilters(adminBenefits(), filters), sort.by, {
      ...range,
      reverse: range.reverse !== sort.ascending,
    })
  return { rows, keys: rows, keyOf: (benefit) => adminBenefitKey(benefit, sort) }
}

/** By benefit id: orders that are not cancelled, and the tokens spent on them. */
export function useBenefitStats(ids: readonly string[]) {
  return useQuery({
    queryKey: benefitKeys.adminStats(ids),
    queryFn: ({ signal }) => read(supabase.rpc('benefit_figures', { p_benefits: [...ids] }), signal),
    select: (rows) => new Map(rows.map(({ benefit_id, ...stats }) => [benefit_id, stats])),
    enabled: ids.length > 0,
    meta: { prefetched: false },
  })
}

export function useAdminBenefits(filters: AdminBenefitFilters, sort: AdminBenefitSort, cursor: PageCursor) {
  return useQuery({
    queryKey: benefitKeys.adminList(filters, sort, cursor),
    queryFn: ({ signal }) => readKeysetPage(benefitSource(filters, sort), cursor, benefitsPerPage, signal),
    placeholderData: keepPreviousData,
    meta: { failed: adminBenefitsLoadFailure },
  })
}

const all: AdminBenefitFilters = { search: '', method: '', status: '', category: '' }

export function useBenefitCount(filters = all) {
  return useQuery({
    queryKey: benefitKeys.adminCount(filters),
    queryFn: ({ signal }) => {
      const rows = supabase.from('benefits').select('id', { count: 'exact', head: true })
      return readCount(applyFilters(rows, filters), signal)
    },
  })
}

/** The row limit of the hosted API (D20). */
const maxRows = 1000

/** Sorted by name; includes inactive ones. */
export function useBenefitNames() {
  return useQuery({
    queryKey: benefitKeys.adminNames,
    queryFn: ({ signal }) =>
      read(supabase.from('benefits').select('id, name').order('name').order('id').limit(maxRows), signal),
  })
}
