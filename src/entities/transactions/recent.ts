import { queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { transactionColumns, transactionKeys } from '@/entities/transactions/transaction'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

const maxRecent = 5
const maxPoints = 200

const recentQueries = {
  transactions: (userId: string) =>
    queryOptions({
      queryKey: transactionKeys.recent(userId),
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('token_transactions')
          .select(transactionColumns)
          .eq('account_id', userId)
          .order('seq', { ascending: false })
          .limit(maxRecent)
          .abortSignal(signal)
          .throwOnError()
        return data
      },
      ...cachedOffline(),
    }),
  balances: (userId: string) =>
    queryOptions({
      queryKey: transactionKeys.balances(userId),
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('token_transactions')
          .select('created_at, balance_after')
          .eq('account_id', userId)
          .order('seq', { ascending: false })
          .limit(maxPoints + 1)
          .abortSignal(signal)
          .throwOnError()
        return { points: data.slice(0, maxPoints).reverse(), complete: data.length <= maxPoints }
      },
      ...cachedOffline(),
    }),
}

export function useRecentTransactions() {
  return useQuery(recentQueries.transactions(useUser().id))
}

/** After each of the newest 200 transactions, oldest first; `complete` if those are all. */
export function useBalanceHistory() {
  return useQuery(recentQueries.balances(useUser().id))
}
