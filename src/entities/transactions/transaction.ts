import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { read, readOne } from '@/entities/shared/read'
import { brand } from '@/lib/brand'
import { offlineCacheOptions } from '@/lib/offline-cache'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

/** In the order of the filter, then the two types of D4. */
export const transactionTypes = [
  'signup_bonus',
  'purchase',
  'redemption',
  'referral_bonus',
  'refund',
  'adjustment',
] as const
type TransactionType = (typeof transactionTypes)[number]

export const transactionColumns =
  'id, seq, created_at, transaction_type, amount, balance_after, description, reason, order_id, order:related_order(order_number, benefit_name, benefit_image_url, benefit(name, image_url))'

const transactions = () => supabase.from('token_transactions').select(transactionColumns)
export type Transaction = QueryData<ReturnType<typeof transactions>>[number]

export const transactionKeys = {
  all: ['transactions'],
  list: (userId: string, type: string, page: number) => ['transactions', 'list', userId, type, page],
  totals: (userId: string, type: string) => ['transactions', 'totals', userId, type],
  redeemedCodes: (userId: string) => ['transactions', 'redeemed-codes', userId],
  recent: (userId: string) => ['transactions', 'recent', userId],
  balances: (userId: string) => ['transactions', 'balances', userId],
  ofProfile: (profileId: string, cursor: PageCursor) => ['transactions', 'of-profile', profileId, cursor],
}

const typeLabels: Record<string, string> = {
  signup_bonus: 'Welcome',
  purchase: 'Bought',
  redemption: 'Spent',
  referral_bonus: 'Invitation',
  refund: 'Refund',
  adjustment: `From ${brand.name}`,
}

/** In the member's words (D60); what a code added is a redemption as well (D4). */
export function transactionLabel({
  transaction_type,
  amount,
}: Pick<Transaction, 'transaction_type' | 'amount'>) {
  if (transaction_type === 'redemption' && amount > 0) return 'Code'
  return typeLabels[transaction_type] ?? transaction_type
}

/** With the reason that an admin gave: 'From Guildhall: answered the survey'. */
export function ownTitle(entry: Transaction): string {
  const title = transactionTitle(entry)
  return entry.reason && !entry.order_id ? `${title}: ${entry.reason}` : title
}

/** The benefit's name, 'Unknown Benefit' if that is missing, else the description. */
export function transactionTitle({
  transaction_type,
  amount,
  description,
  order_id,
  order,
}: Pick<Transaction, 'transaction_type' | 'amount' | 'description' | 'order_id' | 'order'>): string {
  // Its description repeats the name of the type.
  if (transaction_type === 'signup_bonus') return `Welcome to ${brand.name}`
  const isAboutBenefit = order_id !== null || (transaction_type === 'redemption' && amount < 0)
  if (!isAboutBenefit) return description
  if (transaction_type === 'adjustment') return description
  const benefit = order?.benefit_name ?? order?.benefit?.name ?? 'Unknown Benefit'
  return transaction_type === 'refund' ? `${benefit}, order cancelled` : benefit
}

export type TransactionFilter = TransactionType | 'all'

export const totalsQuery = (userId: string, type: TransactionFilter) =>
  queryOptions({
    queryKey: transactionKeys.totals(userId, type),
    queryFn: async ({ signal }) => {
      const data = await readOne(supabase.rpc('my_totals', type === 'all' ? {} : { p_type: type }), signal)
      return { ...data, type }
    },
    placeholderData: keepPreviousData,
    ...offlineCacheOptions(type === 'all'),
  })

/** The sums of all matches, by sign (D4), and the filter that they belong to. */
export function useTransactionTotals(type: TransactionFilter) {
  return useQuery(totalsQuery(useUser().id, type))
}

const maxRecent = 5
const maxPoints = 200

export function useRecentTransactions() {
  const userId = useUser().id
  return useQuery({
    queryKey: transactionKeys.recent(userId),
    queryFn: ({ signal }) =>
      read(
        supabase
          .from('token_transactions')
          .select(transactionColumns)
          .eq('account_id', userId)
          .order('seq', { ascending: false })
          .limit(maxRecent),
        signal,
      ),
    ...offlineCacheOptions(),
  })
}

/** After each of the newest 200 transactions, oldest first; `complete` if those are all. */
export function useBalanceHistory() {
  const userId = useUser().id
  return useQuery({
    queryKey: transactionKeys.balances(userId),
    queryFn: async ({ signal }) => {
      const data = await read(
        supabase
          .from('token_transactions')
          .select('created_at, balance_after')
          .eq('account_id', userId)
          .order('seq', { ascending: false })
          .limit(maxPoints + 1),
        signal,
      )
      return { points: data.slice(0, maxPoints).reverse(), complete: data.length <= maxPoints }
    },
    ...offlineCacheOptions(),
  })
}
