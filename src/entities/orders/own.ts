import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { orderColumns, orderKeys } from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { listedRow, rowOrNull } from '@/entities/shared/detail'
import { readPage } from '@/entities/shared/offset-page'
import { containsAny } from '@/entities/shared/search'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

const searchedColumns = ['order_number', 'benefit_name', 'status', 'redemption_email'] as const

export const ordersPerPage = 25

export const ownOrderColumns =
  `${orderColumns}, benefit_id, delivery_method, due_at, unit, from_stock, cancel_reason, credit_rate, credit_cap, late_credit, delivery_kind, made_by:benefit(maker, maker_link)` as const

export function ownOrders(userId: string, search: string) {
  const rows = supabase
    .from('orders')
    .select(ownOrderColumns, { count: 'exact' })
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
  return search ? rows.or(containsAny(searchedColumns, search)) : rows
}

export type OwnOrder = QueryData<ReturnType<typeof ownOrders>>[number]

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
      ...cachedOffline(list.search === '' && list.page === 1),
    }),
  detail: (userId: string, id: string) =>
    queryOptions({
      queryKey: orderKeys.ownDetail(userId, id),
      queryFn: ({ signal }) =>
        rowOrNull<OwnOrder>(
          supabase
            .from('orders')
            .select(ownOrderColumns)
            .eq('user_id', userId)
            .eq('id', id)
            .abortSignal(signal)
            .maybeSingle()
            .throwOnError(),
        ),
      ...cachedOffline(),
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
