import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { readPage } from '@/entities/shared/lists'
import { read } from '@/entities/shared/read'
import {
  type TransactionFilter,
  transactionColumns,
  transactionKeys,
} from '@/entities/transactions/transaction'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

export const transactionsPerPage = 25
const maxCodes = 5

export const historyQueries = {
  page: (userId: string, type: TransactionFilter, page: number) =>
    queryOptions({
      queryKey: transactionKeys.list(userId, type, page),
      queryFn: async ({ signal }) => {
        const found = await readPage(page, transactionsPerPage, (first, last) => {
          const rows = supabase
            .from('token_transactions')
            .select(transactionColumns, { count: 'exact' })
            .eq('account_id', userId)
          return (type === 'all' ? rows : rows.eq('transaction_type', type))
            .order('seq', { ascending: false })
            .range(first, last)
            .abortSignal(signal)
            .throwOnError()
        })
        return { ...found, type }
      },
      placeholderData: keepPreviousData,
      ...offlineCacheOptions(type === 'all' && page === 1),
    }),

  redeemedCodes: (userId: string) =>
    queryOptions({
      queryKey: transactionKeys.redeemedCodes(userId),
      queryFn: ({ signal }) =>
        read(
          supabase
            .from('token_transactions')
            .select('id, created_at, amount, balance_after, description')
            .eq('account_id', userId)
            .not('redeem_code_id', 'is', null)
            .order('seq', { ascending: false })
            .limit(maxCodes),
          signal,
        ),
      ...offlineCacheOptions(),
    }),
}

/** Newest first, with the exact count (D21) and the filter that it belongs to. */
export function useTransactions(type: TransactionFilter, page: number) {
  return useQuery(historyQueries.page(useUser().id, type, page))
}

export function useRedeemedCodes() {
  return useQuery(historyQueries.redeemedCodes(useUser().id))
}
