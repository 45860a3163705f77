import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import { type OwnOrder, ownOrderColumns } from '@/entities/orders/own'
import { useUser } from '@/entities/session/session'
import { containsAny, listedRow, readPage } from '@/entities/shared/lists'
import { findOne } from '@/entities/shared/read'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

const searchedColumns = ['order_number', 'benefit_name', 'status', 'redemption_email'] as const

export const ordersPerPage = 25

function ownOrders(userId: string, search: string) {
  const rows = supabase
    .from('orders')
    .select(ownOrderColumns, { count: 'exact' })
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
  return search ? rows.or(containsAny(searchedColumns, search)) : rows
}

export const orderQueries = {
  own: (userId: string, list: { search: string; page: number }) =>
    queryOptions({
      queryKey: orderKeys.own(userId, list),
      queryFn: async ({ signal }) => {
        const found = await readPage(list.page, ordersPerPage, (first, last) =>
          ownOrders(userId, list.search).range(first, last).abortSignal(signal).throwOnError(),
        )
        return { ...found, search: list.search }
      },
      placeholderData: keepPreviousData,
      ...offlineCacheOptions(list.search === '' && list.page === 1),
    }),
  detail: (userId: string, id: string) =>
    queryOptions({
      queryKey: orderKeys.ownDetail(userId, id),
      queryFn: ({ signal }) =>
        findOne<OwnOrder>(
          supabase.from('orders').select(ownOrderColumns).eq('user_id', userId).eq('id', id),
          signal,
        ),
      ...offlineCacheOptions(),
    }),
  ofBenefit: (userId: string, benefitId: string) =>
    queryOptions({
      queryKey: orderKeys.ownOfBenefit(userId, benefitId),
      queryFn: async ({ signal }) => {
        const rows = ownOrders(userId, '').eq('benefit_id', benefitId).limit(ordersPerPage)
        const { data, count } = await rows.abortSignal(signal).throwOnError()
        return { rows: data, count: count ?? 0 }
      },
    }),
}

/** Newest first, with the exact count and the search it belongs to. */
export function useOwnOrders(list: { search: string; page: number }) {
  return useQuery(orderQueries.own(useUser().id, list))
}

/** Null if not found. Shows the row of a loaded list until the response arrives. */
export function useOwnOrder(id: string) {
  const client = useQueryClient()
  const { id: userId } = useUser()
  return useQuery({
    ...orderQueries.detail(userId, id),
    placeholderData: () => listedRow<OwnOrder>(client, orderKeys.ownLists(userId), id),
  })
}

/** Newest first, with the exact count. */
export function useOwnOrdersOf(benefitId: string) {
  return useQuery(orderQueries.ofBenefit(useUser().id, benefitId))
}

const exportChunk = 1000

/** In chunks: the hosted API returns at most 1,000 rows (D20, D22). */
export function useExportOrders() {
  const { id: userId } = useUser()
  return useMutation({
    mutationFn: async (search: string) => {
      // By id: an order placed in the meantime would shift the others, and one would appear twice.
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
    meta: { failed: { title: 'Export Failed', description: 'Something went wrong. Please try again.' } },
  })
}
