import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { orderColumns, orderKeys } from '@/entities/orders/order'
import type { OrderStatus } from '@/entities/orders/status'
import {
  cappedCount,
  createdKey,
  inRange,
  type KeysetRange,
  type KeysetSource,
  maxSearchRows,
  rangeArguments,
  readKeysetPage,
} from '@/entities/shared/keyset'
import { endOfDay, startOfDay } from '@/lib/local-day'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

/** `profile` is null once the user is deleted (D12). */
const adminOrderColumns =
  `${orderColumns}, user_id, benefit_id, delivery_method, due_at, profile:customer(name, email, current_tokens)` as const

export const adminOrders = () => supabase.from('orders').select(adminOrderColumns)

export type AdminOrder = QueryData<ReturnType<typeof adminOrders>>[number]

/** 'overdue': pending past the due time (D25). Empty for all. */
export type OrderStatusFilter = OrderStatus | 'overdue' | ''

/** Empty strings do not filter. Days are local and inclusive (D27). */
export type OrderFilters = { search: string; status: OrderStatusFilter; from: string; to: string }

export const ordersPerPage = 25

function filterArguments({ search, status, from, to }: OrderFilters) {
  return {
    p_search: search || undefined,
    p_status: status || undefined,
    p_from: from ? startOfDay(from) : undefined,
    p_to: to ? endOfDay(to) : undefined,
  }
}

function searchedRows(filters: OrderFilters, range: KeysetRange) {
  const ascending = range.reverse
  return supabase
    .rpc('search_orders', { ...filterArguments(filters), p_search: filters.search, ...rangeArguments(range) })
    .select(adminOrderColumns)
    .order('created_at', { ascending })
    .order('id', { ascending })
}

function tableRows({ status, from, to }: OrderFilters, range: KeysetRange) {
  let rows = adminOrders()
  if (status) rows = rows.eq('status', status)
  if (from) rows = rows.gte('created_at', startOfDay(from))
  if (to) rows = rows.lt('created_at', endOfDay(to))
  return inRange(rows, 'created_at', range)
}

/** Newest first (D20). The database clock decides what is overdue. */
export function orderSource(filters: OrderFilters) {
  const isSearch = filters.search !== '' || filters.status === 'overdue'
  const rows = (range: KeysetRange) => (isSearch ? searchedRows(filters, range) : tableRows(filters, range))
  return {
    rows,
    keys: (range) => rows(range).select('id, created_at'),
    keyOf: createdKey,
    maxRows: isSearch ? maxSearchRows : undefined,
  } satisfies KeysetSource<AdminOrder, Pick<AdminOrder, 'id' | 'created_at'>>
}

export const adminOrderQueries = {
  list: (filters: OrderFilters, cursor: PageCursor) =>
    queryOptions({
      queryKey: orderKeys.adminList(filters, cursor),
      queryFn: ({ signal }) => readKeysetPage(orderSource(filters), cursor, ordersPerPage, signal),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: ordersLoadFailure },
    }),
  count: (filters: OrderFilters) =>
    queryOptions({
      queryKey: orderKeys.adminCount(filters),
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('count_orders', filterArguments(filters))
          .abortSignal(signal)
          .throwOnError()
        return cappedCount(data, filters.search !== '')
      },
      refetchOnWindowFocus: 'always',
    }),
  statusCounts: queryOptions({
    queryKey: orderKeys.adminStatusCounts,
    queryFn: async ({ signal }) => {
      const { data } = await supabase.rpc('order_counts').abortSignal(signal).throwOnError()
      return data
    },
    select: (rows) => ({
      of: (status: OrderStatus) => rows.find((row) => row.status === status)?.count ?? 0,
      overdue: rows.reduce((sum, row) => sum + row.overdue, 0),
      total: rows.reduce((sum, row) => sum + row.count, 0),
    }),
    refetchOnWindowFocus: 'always',
  }),
}

export function useAdminOrders(filters: OrderFilters, cursor: PageCursor) {
  return useQuery(adminOrderQueries.list(filters, cursor))
}

/** Exact, with the overdue ones (D25). */
export function useOrderStatusCounts() {
  return useQuery(adminOrderQueries.statusCounts)
}

/** `capped` if there are more. Undefined while loading. */
export function useOrderCount(filters: OrderFilters) {
  const { search, status, from, to } = filters
  const byStatus = !search && !from && !to
  const { data: counts } = useOrderStatusCounts()
  const { data: counted } = useQuery({ ...adminOrderQueries.count(filters), enabled: !byStatus })
  if (!byStatus) return counted
  if (!counts) return undefined
  const value = status === 'overdue' ? counts.overdue : status ? counts.of(status) : counts.total
  return { value, capped: false }
}
