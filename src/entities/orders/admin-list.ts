import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { LinkedBenefit, OrderRow, OrderStatus } from '@/entities/orders/order'
import { afterKey, type KeysetPage, type KeysetRange, readKeysetPage } from '@/entities/shared/keyset'
import { endOfDay, startOfDay } from '@/lib/local-day'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

/** An order as admins see it; `profile` is null once the person is deleted (D12). */
export type AdminOrder = Omit<OrderRow, 'account_id' | 'benefit_id' | 'search_text'> & {
  profile: { name: string; email: string; current_tokens: number } | null
  benefit: LinkedBenefit | null
}

/** One status, or 'overdue': pending past the due time (D25). Empty for all. */
export type OrderStatusFilter = OrderStatus | 'overdue' | ''

/** What the list is narrowed to; empty texts narrow nothing. Days are local, both ends included (D27). */
export type OrderFilters = { search: string; status: OrderStatusFilter; from: string; to: string }

export const ordersPerPage = 25

/** The sentence of a failed load (chapter 8). */
export const ordersLoadFailure = 'Failed to load orders'

/** What an admin reads of an order. */
export const adminOrderColumns =
  'id, order_number, user_id, redemption_email, status, benefit_name, benefit_token_value, benefit_image_url, benefit_description, customer_name, customer_email, due_at, created_at, updated_at, profile:customer(name, email, current_tokens), benefit(name, description, token_value, image_url)'

/** The filters as the functions of the database take them. */
function asked({ search, status, from, to }: OrderFilters) {
  return {
    p_search: search || undefined,
    p_status: status || undefined,
    p_from: from ? startOfDay(from) : undefined,
    p_to: to ? endOfDay(to) : undefined,
  }
}

function found(filters: OrderFilters, { key, reverse, limit }: KeysetRange) {
  const slice = { p_key_value: key?.value, p_key_id: key?.id, p_reverse: reverse, p_limit: limit }
  return supabase
    .rpc('search_orders', { ...asked(filters), p_search: filters.search, ...slice })
    .select(adminOrderColumns)
}

function browsed({ status, from, to }: OrderFilters, { key, reverse, limit }: KeysetRange) {
  let rows = supabase.from('orders').select(adminOrderColumns)
  if (status) rows = rows.eq('status', status)
  if (from) rows = rows.gte('created_at', startOfDay(from))
  if (to) rows = rows.lt('created_at', endOfDay(to))
  if (key) {
    rows = reverse ? rows.gte('created_at', key.value) : rows.lte('created_at', key.value)
    rows = rows.or(afterKey('created_at', key, !reverse))
  }
  return rows.limit(limit)
}

/** Does the database's function find them? It searches, and its clock says what is overdue. */
const isFound = ({ search, status }: OrderFilters) => search !== '' || status === 'overdue'

/** Orders that match, newest first, or from the oldest on with `reverse` (D20). */
export function readOrders(filters: OrderFilters, slice: KeysetRange) {
  const ascending = slice.reverse
  const rows = isFound(filters) ? found(filters, slice) : browsed(filters, slice)
  return rows.order('created_at', { ascending }).order('id', { ascending })
}

/** How deep the database looks for the row at a page number that somebody typed, in what a search finds. */
const deepest = 1000

async function keyAt(filters: OrderFilters, index: number, signal: AbortSignal) {
  const upTo = { reverse: false, limit: index + 1 }
  if (isFound(filters) && upTo.limit > deepest) return undefined
  // Only the key: what a row embeds would be looked up for every row that is passed over.
  const { data } = await readOrders(filters, upTo)
    .select('id, created_at')
    .range(index, index)
    .abortSignal(signal)
    .throwOnError()
  return data[0] && orderKey(data[0])
}

/** Where an order stands in the list. */
export function orderKey({ created_at, id }: Pick<AdminOrder, 'created_at' | 'id'>): RowKey {
  return { value: created_at, id }
}

/** The number at which the database stops counting what a search finds (D20). */
const mostCounted = 10_000

export const adminOrderQueries = {
  list: (filters: OrderFilters, place: PageCursor) =>
    queryOptions({
      queryKey: ['orders', 'admin', filters, place],
      queryFn: ({ signal }): Promise<KeysetPage<AdminOrder>> =>
        readKeysetPage(place, ordersPerPage, {
          read: (slice) => readOrders(filters, slice).abortSignal(signal).throwOnError(),
          keyAt: (index) => keyAt(filters, index, signal),
        }),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: ordersLoadFailure },
    }),
  count: (filters: OrderFilters) =>
    queryOptions({
      queryKey: ['orders', 'admin-count', filters],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('count_orders', asked(filters)).abortSignal(signal).throwOnError()
        const capped = filters.search !== '' && data > mostCounted
        return { value: capped ? mostCounted : data, capped }
      },
      refetchOnWindowFocus: 'always',
    }),
  counts: queryOptions({
    queryKey: ['orders', 'admin-counts'],
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

/** One page of all orders that match, newest first (D20). */
export function useAdminOrders(filters: OrderFilters, place: PageCursor) {
  return useQuery(adminOrderQueries.list(filters, place))
}

/** Exact counts of all orders, by status, and how many pending ones are overdue (D25). */
export function useOrderStatusCounts() {
  return useQuery(adminOrderQueries.counts)
}

/** How many orders match; `capped` if there are more than it says. Undefined until it is known. */
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
