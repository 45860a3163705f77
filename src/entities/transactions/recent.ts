import { queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import type { Transaction } from '@/entities/transactions/history'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

/** An entry of Token History with the picture of its benefit. */
export type RecentTransaction = Omit<Transaction, 'order'> & {
  order:
    | (Pick<Tables<'orders'>, 'order_number' | 'benefit_name' | 'benefit_image_url'> & {
        benefit: Pick<Tables<'benefits'>, 'name' | 'image_url'> | null
      })
    | null
}

const recentKept = 5
const linePoints = 200

export const transactionQueries = {
  recent: (userId: string) =>
    queryOptions({
      queryKey: ['transactions', 'recent', userId],
      queryFn: async ({ signal }): Promise<RecentTransaction[]> => {
        const { data } = await supabase
          .from('token_transactions')
          .select(
            'id, created_at, transaction_type, amount, balance_after, description, reason, order_id, order:related_order(order_number, benefit_name, benefit_image_url, benefit(name, image_url))',
          )
          .eq('account_id', userId)
          .order('seq', { ascending: false })
          .limit(recentKept)
          .abortSignal(signal)
          .throwOnError()
        return data
      },
      ...cachedOffline(),
    }),
  line: (userId: string) =>
    queryOptions({
      queryKey: ['transactions', 'line', userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('token_transactions')
          .select('created_at, balance_after')
          .eq('account_id', userId)
          .order('seq', { ascending: false })
          .limit(linePoints + 1)
          .abortSignal(signal)
          .throwOnError()
        return { points: data.slice(0, linePoints).reverse(), complete: data.length <= linePoints }
      },
      ...cachedOffline(),
    }),
}

/** The newest five entries of the own ledger (chapter 9); live.ts keeps them so. */
export function useRecentTransactions() {
  return useQuery(transactionQueries.recent(useUser().id))
}

/** The balance after each of the newest 200 entries, oldest first; `complete` if those are all. */
export function useBalanceHistory() {
  return useQuery(transactionQueries.line(useUser().id))
}
