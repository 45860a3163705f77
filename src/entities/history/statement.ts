import { useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { read } from '@/entities/shared/read'
import { transactionColumns, transactionKeys } from '@/entities/transactions/transaction'
import { supabase } from '@/lib/supabase'

/** A valid `yyyy-mm`. */
export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= '1970-01'

/** `yyyy-mm`, in local time. */
export function monthOf(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

const firstDay = (month: string) => new Date(`${month}-01T00:00`)

/** In local time (D27); `until` is exclusive. */
export function monthBounds(month: string) {
  const until = firstDay(month)
  until.setMonth(until.getMonth() + 1)
  return { from: firstDay(month).toISOString(), until: until.toISOString() }
}

export function lastDayOf(month: string): Date {
  const day = firstDay(month)
  day.setMonth(day.getMonth() + 1, 0)
  return day
}

/** The last complete month, or the current one for a member who joined in it. */
export function newestStatement(joined: Date, now = new Date()): string {
  const last = monthOf(new Date(now.getFullYear(), now.getMonth() - 1, 1))
  return last < monthOf(joined) ? monthOf(now) : last
}

/** The months from `first` to `now`, the newest first; the current one alone if `first` is no possible time, as '-infinity'. */
export function monthsSince(first: Date, now: Date): string[] {
  const months = []
  const month = new Date(now.getFullYear(), now.getMonth(), 1)
  const oldest = [monthOf(first), monthOf(now)].find(isMonth) ?? ''
  for (; monthOf(month) >= oldest; month.setMonth(month.getMonth() - 1)) months.push(monthOf(month))
  return months
}

/** '2026-10' -> 'October 2026', by the viewer's locale (D27). */
export function formatMonth(month: string): string {
  return firstDay(month).toLocaleDateString(undefined, { month: 'long', year: 'numeric' })
}

/** The row limit of the hosted API (D20). */
const maxEntries = 1000

const entries = (userId: string) =>
  supabase.from('token_transactions').select(transactionColumns, { count: 'exact' }).eq('account_id', userId)

export type Statement = NonNullable<ReturnType<typeof useStatement>['data']>

/** `month`: `yyyy-mm` in local time. Includes the balances around it (D47). */
export function useStatement(month: string) {
  const userId = useUser().id
  return useQuery({
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
}

export function useFirstEntry() {
  const { id } = useUser()
  return useQuery({
    queryKey: [...transactionKeys.all, 'first', id],
    queryFn: async ({ signal }) => {
      const data = await read(
        supabase.from('token_transactions').select('created_at').eq('account_id', id).order('seq').limit(1),
        signal,
      )
      return data[0]?.created_at ?? null
    },
  })
}
