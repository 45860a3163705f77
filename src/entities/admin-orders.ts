import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LinkedBenefit, type OrderRow, type OrderStatus, orderStatuses } from '@/entities/orders'
import { type Page, readPage } from '@/entities/paging'
import { containsAny } from '@/entities/search'
import { endOfDay, startOfDay } from '@/lib/local-day'
import { supabase } from '@/lib/supabase'

/** An order as admins see it; `profile` is null once the person is deleted (D12). */
export type AdminOrder = Omit<OrderRow, 'account_id' | 'benefit_id' | 'search_text'> & {
  profile: { name: string; email: string } | null
  benefit: LinkedBenefit | null
}

/** What the list is narrowed to; empty texts narrow nothing. Days are local, both ends included (D27). */
export type OrderFilters = { search: string; status: OrderStatus | ''; from: string; to: string }

export const ordersPerPage = 25

/** The sentence of a failed load (chapter 8). */
export const ordersLoadFailure = 'Failed to load orders'

const columns =
  'id, order_number, user_id, redemption_email, status, benefit_name, benefit_token_value, benefit_image_url, benefit_description, customer_name, customer_email, due_at, created_at, updated_at, profile:profiles(name, email), benefit:benefits(name, description, token_value, image_url)'

function filtered({ search, status, from, to }: OrderFilters) {
  let rows = supabase.from('orders').select(columns, { count: 'exact' })
  if (search) rows = rows.or(containsAny(['search_text'], search))
  if (status) rows = rows.eq('status', status)
  if (from) rows = rows.gte('created_at', startOfDay(from))
  if (to) rows = rows.lt('created_at', endOfDay(to))
  return rows.order('created_at', { ascending: false }).order('id', { ascending: false })
}

async function countOrders(status: OrderStatus, dueBefore: string | undefined, signal: AbortSignal) {
  const rows = supabase.from('orders').select('id', { count: 'exact', head: true }).eq('status', status)
  const { count } = await (dueBefore ? rows.lt('due_at', dueBefore) : rows).abortSignal(signal).throwOnError()
  return count ?? 0
}

export const adminOrderQueries = {
  list: (filters: OrderFilters, page: number) =>
    queryOptions({
      queryKey: ['orders', 'admin', filters, page],
      queryFn: ({ signal }) =>
        readPage<AdminOrder>(page, ordersPerPage, (first, last) =>
          filtered(filters).range(first, last).abortSignal(signal).throwOnError(),
        ),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: ordersLoadFailure },
    }),
  counts: queryOptions({
    queryKey: ['orders', 'admin-counts'],
    queryFn: async ({ signal }) => {
      const now = new Date().toISOString()
      const [overdue, ...counts] = await Promise.all([
        countOrders('pending', now, signal),
        ...orderStatuses.map((status) => countOrders(status, undefined, signal)),
      ])
      const byStatus = orderStatuses.map((status, index) => ({ status, count: counts[index] ?? 0 }))
      return { byStatus, overdue, total: counts.reduce((sum, count) => sum + count, 0) }
    },
    refetchOnWindowFocus: 'always',
  }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['orders', 'admin-one', id],
      queryFn: async ({ signal }): Promise<AdminOrder> => {
        const { data } = await supabase
          .from('orders')
          .select(columns)
          .eq('id', id)
          .abortSignal(signal)
          .single()
          .throwOnError()
        return data
      },
      refetchOnWindowFocus: 'always',
      meta: { failed: ordersLoadFailure },
    }),
}

/** One page of all orders that match, newest first, with their exact count (D20). */
export function useAdminOrders(filters: OrderFilters, page: number) {
  return useQuery(adminOrderQueries.list(filters, page))
}

/** Exact counts of all orders, by status, and how many pending ones are overdue (D25). */
export function useOrderCounts() {
  return useQuery(adminOrderQueries.counts)
}

/** One order; a row of a list that was read already stands in until the server has answered. */
export function useAdminOrder(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...adminOrderQueries.one(id),
    placeholderData: () =>
      client
        .getQueriesData<Page<AdminOrder>>({ queryKey: ['orders', 'admin'] })
        .flatMap(([, page]) => page?.rows ?? [])
        .find((order) => order.id === id),
  })
}

/** Sets the status of an order, from any to any (D6); the tokens follow in the database or nothing changes. */
export function useSetOrderStatus() {
  return useMutation({
    mutationFn: async ({ id, status }: { id: string; status: OrderStatus }) => {
      await supabase
        .from('orders')
        .update({ status, updated_at: new Date().toISOString() })
        .eq('id', id)
        .select('id')
        .single()
        .throwOnError()
    },
    meta: { failed: () => ({ title: 'Error', description: 'Failed to update order status' }) },
  })
}
