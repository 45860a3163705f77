import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { type TransactionType, transactionKeys } from '@/entities/transactions/transaction'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

export type TransactionFilter = TransactionType | 'all'

export const totalsQuery = (userId: string, type: TransactionFilter) =>
  queryOptions({
    queryKey: transactionKeys.totals(userId, type),
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('my_totals', type === 'all' ? {} : { p_type: type })
        .abortSignal(signal)
        .single()
        .throwOnError()
      return { ...data, type }
    },
    placeholderData: keepPreviousData,
    ...cachedOffline(type === 'all'),
  })

/** The sums of all matches, by sign (D4), and the filter that they belong to. */
export function useTransactionTotals(type: TransactionFilter) {
  return useQuery(totalsQuery(useUser().id, type))
}
