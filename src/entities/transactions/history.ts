import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { readPage } from '@/entities/shared/offset-page'
import { brand } from '@/lib/brand'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

/** The filter of chapter 9 in its order, then the two types of D4. */
export const transactionTypes = [
  'signup_bonus',
  'purchase',
  'redemption',
  'referral_bonus',
  'refund',
  'adjustment',
] as const
export type TransactionType = (typeof transactionTypes)[number]
export type TransactionFilter = TransactionType | 'all'

const columns =
  'id, created_at, transaction_type, amount, balance_after, description, reason, order_id, order:related_order(order_number, benefit_name, benefit(name))'

/** One entry of Token History. */
export type Transaction = Pick<
  Tables<'token_transactions'>,
  | 'id'
  | 'created_at'
  | 'transaction_type'
  | 'amount'
  | 'balance_after'
  | 'description'
  | 'reason'
  | 'order_id'
> & {
  order:
    | (Pick<Tables<'orders'>, 'order_number' | 'benefit_name'> & { benefit: { name: string } | null })
    | null
}

export const transactionsPerPage = 25
const codesShown = 5

export const historyQueries = {
  page: (userId: string, type: TransactionFilter, page: number) =>
    queryOptions({
      queryKey: ['transactions', 'history', userId, type, page],
      queryFn: async ({ signal }) => {
        const found = await readPage<Transaction>(page, transactionsPerPage, (first, last) => {
          const rows = supabase
            .from('token_transactions')
            .select(columns, { count: 'exact' })
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
      ...cachedOffline(type === 'all' && page === 1),
    }),

  totals: (userId: string, type: TransactionFilter) =>
    queryOptions({
      queryKey: ['transactions', 'totals', userId, type],
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
    }),

  redeemedCodes: (userId: string) =>
    queryOptions({
      queryKey: ['transactions', 'redeemed-codes', userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('token_transactions')
          .select('id, created_at, amount, balance_after, description')
          .eq('account_id', userId)
          .not('redeem_code_id', 'is', null)
          .order('seq', { ascending: false })
          .limit(codesShown)
          .abortSignal(signal)
          .throwOnError()
        return data
      },
      ...cachedOffline(),
    }),
}

/** One page of the member's ledger, newest first, with the exact count (D21), and the type that it was narrowed to. */
export function useTransactions(type: TransactionFilter, page: number) {
  return useQuery(historyQueries.page(useUser().id, type, page))
}

/** What came and went over every entry of a type, by sign (D4), and which type that is. */
export function useTransactionTotals(type: TransactionFilter) {
  return useQuery(historyQueries.totals(useUser().id, type))
}

/** The member's newest redeemed token codes. */
export function useRedeemedCodes() {
  return useQuery(historyQueries.redeemedCodes(useUser().id))
}

/** What an entry is about: its benefit, 'Unknown Benefit' where that cannot be told (chapter 3), else its description. */
export function transactionTitle({
  transaction_type,
  amount,
  description,
  order_id,
  order,
}: Transaction): string {
  // Its description repeats the name of its type.
  if (transaction_type === 'signup_bonus') return `Welcome to ${brand.name}`
  const isAboutBenefit = order_id !== null || (transaction_type === 'redemption' && amount < 0)
  if (!isAboutBenefit) return description
  const benefit = order?.benefit_name ?? order?.benefit?.name ?? 'Unknown Benefit'
  return transaction_type === 'refund' ? `${benefit}, order cancelled` : benefit
}
