import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import { profilesLoadFailure } from '@/entities/profiles/messages'
import { type Profile, profileKeys } from '@/entities/profiles/profile'
import { listedRow, rowOrNull } from '@/entities/shared/detail'
import { supabase } from '@/lib/supabase'

const exact = { count: 'exact', head: true } as const

export const profileDetailQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: profileKeys.adminDetail(id),
      queryFn: ({ signal }) =>
        rowOrNull<Profile>(
          supabase.from('profiles').select().eq('id', id).abortSignal(signal).maybeSingle().throwOnError(),
        ),
      refetchOnWindowFocus: 'always',
      meta: { failed: profilesLoadFailure },
    }),
  openOrders: (id: string) =>
    queryOptions({
      queryKey: orderKeys.openOfProfile(id),
      queryFn: async ({ signal }) => {
        const { count } = await supabase
          .from('orders')
          .select('id', exact)
          .eq('user_id', id)
          .in('status', ['pending', 'processing', 'completed'])
          .abortSignal(signal)
          .throwOnError()
        return count ?? 0
      },
    }),
  counts: (id: string) =>
    queryOptions({
      queryKey: profileKeys.adminRelatedCounts(id),
      queryFn: async ({ signal }) => {
        const rows = {
          orders: supabase.from('orders').select('id', exact).eq('user_id', id),
          ledger: supabase.from('token_transactions').select('id', exact).eq('account_id', id),
          codes: supabase
            .from('token_transactions')
            .select('id', exact)
            .eq('account_id', id)
            .not('redeem_code_id', 'is', null),
        }
        const [orders, ledger, codes] = await Promise.all([
          rows.orders.abortSignal(signal).throwOnError(),
          rows.ledger.abortSignal(signal).throwOnError(),
          rows.codes.abortSignal(signal).throwOnError(),
        ])
        return { orders: orders.count ?? 0, ledger: ledger.count ?? 0, codes: codes.count ?? 0 }
      },
    }),
}

/** Null if not found. Shows the row of a loaded list until the response arrives. */
export function useAdminProfile(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...profileDetailQueries.one(id),
    placeholderData: () => listedRow<Profile>(client, profileKeys.adminLists, id),
  })
}

export function useProfileCounts(id: string) {
  return useQuery(profileDetailQueries.counts(id))
}

export function useProfileOpenOrderCount(id: string) {
  return useQuery(profileDetailQueries.openOrders(id))
}
