import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { LinkedBenefit, OrderRow } from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { readPage } from '@/entities/shared/offset-page'
import { containsAny } from '@/entities/shared/search'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

export type OwnOrder = Pick<
  OrderRow,
  | 'id'
  | 'order_number'
  | 'redemption_email'
  | 'status'
  | 'customer_name'
  | 'customer_email'
  | 'created_at'
  | 'updated_at'
  | 'benefit_name'
  | 'benefit_token_value'
  | 'benefit_image_url'
  | 'benefit_description'
> & { benefit: LinkedBenefit | null }

const ownColumns =
  'id, order_number, redemption_email, status, benefit_name, benefit_token_value, benefit_image_url, benefit_description, customer_name, customer_email, created_at, updated_at, benefit(name, token_value, image_url, description)'
const searched = ['order_number', 'benefit_name', 'status', 'redemption_email'] as const

export const ordersPerPage = 25

function ownOrders(userId: string, search: string) {
  const rows = supabase
    .from('orders')
    .select(ownColumns, { count: 'exact' })
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
  return search ? rows.or(containsAny(searched, search)) : rows
}

export const orderQueries = {
  own: (userId: string, list: { search: string; page: number }) =>
    queryOptions({
      queryKey: ['orders', 'own', userId, list],
      queryFn: async ({ signal }) => {
        const found = await readPage<OwnOrder>(list.page, ordersPerPage, (first, last) =>
          ownOrders(userId, list.search).range(first, last).abortSignal(signal).throwOnError(),
        )
        return { ...found, search: list.search }
      },
      placeholderData: keepPreviousData,
      ...cachedOffline(list.search === '' && list.page === 1),
    }),
  underWay: (userId: string) =>
    queryOptions({
      queryKey: ['orders', 'under-way', userId],
      queryFn: async ({ signal }) => {
        const { count } = await supabase
          .from('orders')
          .select('id', { count: 'exact' })
          .eq('user_id', userId)
          .in('status', ['pending', 'processing'])
          .limit(1)
          .abortSignal(signal)
          .throwOnError()
        return count ?? 0
      },
      ...cachedOffline(),
    }),
}

/** One page of the own orders that match, newest first, with the exact count and the search that found them. */
export function useOwnOrders(list: { search: string; page: number }) {
  return useQuery(orderQueries.own(useUser().id, list))
}

/** How many of the own orders are pending or being processed. */
export function useOpenOrderCount() {
  return useQuery(orderQueries.underWay(useUser().id))
}

const exportChunk = 1000

/** Reads every own order that matches, in chunks, because the hosted API cuts an answer at 1,000 rows (D20, D22). */
export function useExportOrders() {
  const { id: userId } = useUser()
  return useMutation({
    mutationFn: async (search: string) => {
      // By id: an order placed meanwhile moves the others down, and one of them would come twice.
      const found = new Map<string, OwnOrder>()
      for (let read = 0, all = 1; read < all; ) {
        const { data, count } = await ownOrders(userId, search)
          .range(read, read + exportChunk - 1)
          .throwOnError()
        for (const order of data) found.set(order.id, order)
        read += data.length
        all = data.length > 0 ? (count ?? 0) : 0
      }
      return [...found.values()]
    },
    meta: {
      failed: () => ({ title: 'Export Failed', description: 'Something went wrong. Please try again.' }),
    },
  })
}
