import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Profile, profilesLoadFailure } from '@/entities/profiles/admin-list'
import type { KeysetPage } from '@/entities/shared/keyset'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** Null where there is nobody of this id, or where it is no id at all. */
async function readPerson(id: string, signal: AbortSignal): Promise<Profile | null> {
  try {
    const { data } = await supabase
      .from('profiles')
      .select()
      .eq('id', id)
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    return data
  } catch (error) {
    if (errorCode(error) === '22P02') return null
    throw error
  }
}

/** The statuses of an order that somebody still has to deliver. */
const open = ['pending', 'processing', 'completed']

export const profileDetailQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: ['profiles', 'person', id],
      queryFn: ({ signal }) => readPerson(id, signal),
      refetchOnWindowFocus: 'always',
      meta: { failed: profilesLoadFailure },
    }),
  openOrders: (id: string) =>
    queryOptions({
      queryKey: ['orders', 'open-of', id],
      queryFn: async ({ signal }) => {
        const { count } = await supabase
          .from('orders')
          .select('id', { count: 'exact', head: true })
          .eq('user_id', id)
          .in('status', open)
          .abortSignal(signal)
          .throwOnError()
        return count ?? 0
      },
    }),
  counts: (id: string) =>
    queryOptions({
      queryKey: ['profiles', 'person-counts', id],
      queryFn: async ({ signal }) => {
        const exact = { count: 'exact', head: true } as const
        const [orders, entries, codes] = await Promise.all([
          supabase.from('orders').select('id', exact).eq('user_id', id).abortSignal(signal).throwOnError(),
          supabase
            .from('token_transactions')
            .select('id', exact)
            .eq('account_id', id)
            .abortSignal(signal)
            .throwOnError(),
          supabase
            .from('redeem_codes')
            .select('id', exact)
            .eq('used_by', id)
            .abortSignal(signal)
            .throwOnError(),
        ])
        return { orders: orders.count ?? 0, ledger: entries.count ?? 0, codes: codes.count ?? 0 }
      },
    }),
}

/** One person, null if there is nobody; a row of a list that was read already stands in until the server has answered. */
export function useAdminProfile(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...profileDetailQueries.one(id),
    placeholderData: () =>
      client
        .getQueriesData<KeysetPage<Profile>>({ queryKey: ['profiles', 'admin'] })
        .flatMap(([, page]) => page?.rows ?? [])
        .find((user) => user.id === id),
  })
}

/** How many orders, ledger entries and redeemed token codes a person has. */
export function useProfileCounts(id: string) {
  return useQuery(profileDetailQueries.counts(id))
}

/** How many orders of a person are neither delivered nor cancelled. */
export function useProfileOpenOrderCount(id: string) {
  return useQuery(profileDetailQueries.openOrders(id))
}
