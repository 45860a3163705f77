import { queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { transactionColumns, transactionKeys } from '@/entities/transactions/transaction'
import { supabase } from '@/lib/supabase'
import { monthBounds } from './month'

/** The row limit of the hosted API (D20). */
const maxEntries = 1000

const entries = (userId: string) =>
  supabase.from('token_transactions').select(transactionColumns, { count: 'exact' }).eq('account_id', userId)

const statementQuery = (userId: string, month: string) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'statement', userId, month],
    queryFn: async ({ signal }) => {
      const { from, until } = monthBounds(month)
      const [before, during] = await Promise.all([
        supabase
          .from('token_transactions')
          .select('balance_after', { count: 'exact' })
          .eq('account_id', userId)
          .lt('created_at', from)
          .order('seq', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .throwOnError(),
        entries(userId)
          .gte('created_at', from)
          .lt('created_at', until)
          .order('seq')
          .limit(maxEntries)
          .abortSignal(signal)
          .throwOnError(),
      ])
      const [previous] = before.data
      const rows = during.data
      const last = rows.at(-1) ?? previous
      return {
        rows,
        complete: rows.length === during.count,
        /** The number of entries before this month. */
        earlier: before.count ?? 0,
        opening: previous?.balance_after ?? 0,
        closing: last?.balance_after ?? 0,
      }
    },
  })

export type Statement = NonNullable<ReturnType<typeof useStatement>['data']>

/** `month`: `yyyy-mm` in local time. Includes the balances around it (D47). */
export function useStatement(month: string) {
  return useQuery(statementQuery(useUser().id, month))
}

export function useFirstEntry() {
  const { id } = useUser()
  return useQuery({
    queryKey: [...transactionKeys.all, 'first', id],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .from('token_transactions')
        .select('created_at')
        .eq('account_id', id)
        .order('seq')
        .limit(1)
        .abortSignal(signal)
        .throwOnError()
      return data[0]?.created_at ?? null
    },
  })
}
