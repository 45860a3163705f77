import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { type OrderStatus, openStatuses, orderColumns, orderKeys } from '@/entities/orders/order'
import {
  applyRange,
  cappedCount,
  createdKey,
  type KeysetRange,
  type KeysetSource,
  maxSearchRows,
  rangeArguments,
  readAllRows,
  readKeysetPage,
} from '@/entities/shared/keyset'
import { read } from '@/entities/shared/read'
import { endOfDay, startOfDay } from '@/lib/local-time'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

/** 'waiting': pending or processing. Empty for all. */
export type OrderStatusFilter = OrderStatus | 'waiting' | ''

/** Empty strings do not filter. Days are local and inclusive (D27). */
export type OrderFilters = {
  search: string
  status: OrderStatusFilter
  from: string
  to: string
  /** Of waiting orders: 'late' is past the due time (D56), 'soon' is less than six hours before the due time. */
  due: 'late' | 'soon' | ''
  assigned: 'me' | 'nobody' | ''
  benefit: string
  noted: boolean
}

export type OrderSort = 'newest' | 'due'

export const noOrderFilters: OrderFilters = {
  search: '',
  status: '',
  from: '',
  to: '',
  due: '',
  assigned: '',
  benefit: '',
  noted: false,
}

/** For the database functions; equal filters are equal as JSON text. */
export function orderFilter(filters: OrderFilters) {
  const { search, status, from, to, due, assigned, benefit, noted } = filters
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
    ...(due && { due }),
    ...(assigned && { assigned }),
    ...(benefit && { benefit }),
    ...(noted && { noted }),
  }
}

export function canSortByDue({ status, due }: Pick<OrderFilters, 'status' | 'due'>): boolean {
  return due !== '' || [...openStatuses, 'waiting'].includes(status)
}

/** Whether the table alone cannot express the filters. */
function needsSearch(filters: OrderFilters, sort: OrderSort): boolean {
  const { search, status, due, assigned, noted } = filters
  return Boolean(search || due || assigned || noted) || status === 'waiting' || sort === 'due'
}

/** `profile` is null once the user is deleted (D12). */
const adminOrderColumns =
  `${orderColumns}, user_id, benefit_id, delivery_method, due_at, credit_rate, credit_cap, late_credit, cancel_reason, profile:customer(name, email, current_tokens), desk(assignee_id, notes, assignee(name))` as const

export const adminOrders = () => supabase.from('orders').select(adminOrderColumns)

export type AdminOrder = QueryData<ReturnType<typeof adminOrders>>[number]

export const ordersPerPage = 25

function searchedRows(filters: OrderFilters, sort: OrderSort, range: KeysetRange) {
  const isDue = sort === 'due'
  const ascending = range.reverse !== isDue
  return supabase
    .rpc('search_orders', { p_filter: orderFilter(filters), p_sort: sort, ...rangeArguments(range) })
    .select(adminOrderColumns)
    .order(isDue ? 'due_at' : 'created_at', { ascending })
    .order('id', { ascending })
}

function tableRows({ status, from, to, benefit }: OrderFilters, range: KeysetRange) {
  let rows = adminOrders()
  if (status) rows = rows.eq('status', status)
  if (from) rows = rows.gte('created_at', startOfDay(from))
  if (to) rows = rows.lt('created_at', endOfDay(to))
  if (benefit) rows = rows.eq('benefit_id', benefit)
  return applyRange(rows, 'created_at', range)
}

type SortKeyFields = Pick<AdminOrder, 'id' | 'created_at' | 'due_at'>

export function orderKey(sort: OrderSort) {
  return (order: SortKeyFields) =>
    sort === 'due' ? { value: order.due_at ?? '', id: order.id } : createdKey(order)
}

/** Newest or due first (D20). The database clock decides what is late. */
function orderSource(filters: OrderFilters, sort: OrderSort) {
  const isSearch = needsSearch(filters, sort)
  const rows = (range: KeysetRange) =>
    isSearch ? searchedRows(filters, sort, range) : tableRows(filters, range)
  return {
    rows,
    keys: (range) => rows(range).select('id, created_at, due_at'),
    keyOf: orderKey(sort),
    maxRows: isSearch ? maxSearchRows : undefined,
  } satisfies KeysetSource<AdminOrder, SortKeyFields>
}

export const adminOrderQueries = {
  list: (filters: OrderFilters, sort: OrderSort, cursor: PageCursor) =>
    queryOptions({
      queryKey: orderKeys.adminList({ ...filters, sort }, cursor),
      queryFn: ({ signal }) => readKeysetPage(orderSource(filters, sort), cursor, ordersPerPage, signal),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: ordersLoadFailure },
    }),
  count: (filters: OrderFilters) =>
    queryOptions({
      queryKey: orderKeys.adminCount(filters),
      queryFn: async ({ signal }) =>
        cappedCount(
          await read(supabase.rpc('count_orders', { p_filter: orderFilter(filters) }), signal),
          filters.search !== '',
        ),
      refetchOnWindowFocus: 'always',
    }),
  statusCounts: queryOptions({
    queryKey: orderKeys.adminStatusCounts,
    queryFn: ({ signal }) => read(supabase.rpc('order_counts'), signal),
    select: (rows) => ({
      of: (status: OrderStatus) => rows.find((row) => row.status === status)?.count ?? 0,
      total: rows.reduce((sum, row) => sum + row.count, 0),
    }),
    refetchOnWindowFocus: 'always',
  }),
}

export function useAdminOrders(filters: OrderFilters, sort: OrderSort, cursor: PageCursor) {
  return useQuery(adminOrderQueries.list(filters, sort, cursor))
}

/** Exact. */
export function useOrderStatusCounts() {
  return useQuery(adminOrderQueries.statusCounts)
}

/** `capped` if there are more. Undefined while loading. */
export function useOrderCount(filters: OrderFilters) {
  const { status } = filters
  const others = { ...filters, status: '' as const }
  const byStatus = status !== 'waiting' && Object.values(others).every((value) => !value)
  const { data: counts } = useOrderStatusCounts()
  const { data: counted } = useQuery({ ...adminOrderQueries.count(filters), enabled: !byStatus })
  if (!byStatus) return counted
  if (!counts) return undefined
  const value = status ? counts.of(status) : counts.total
  return { value, capped: false }
}

export function useExportAdminOrders() {
  return useMutation({
    mutationFn: ({ filters, sort }: { filters: OrderFilters; sort: OrderSort }) =>
      readAllRows(orderSource(filters, sort).rows, orderKey(sort)),
    meta: { failed: ordersLoadFailure },
  })
}
