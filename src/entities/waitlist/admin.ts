import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { applyRange, type KeysetRange, readKeysetPage } from '@/entities/shared/keyset'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type WaitlistEntry = Pick<Tables<'waitlist'>, 'id' | 'email' | 'requested_at'>

export const waitingPerPage = 25
/** Enforced by the database, per decision. */
export const maxDecided = 500

export const waitlistKeys = {
  all: ['waitlist'],
  list: (declined: boolean, cursor: PageCursor) => ['waitlist', 'list', declined, cursor],
  counts: ['waitlist', 'counts'],
  dryRun: (id: string) => ['waitlist', 'dry-run', id],
}

function rowsOf(declined: boolean) {
  const rows = supabase.from('waitlist').select('id, email, requested_at')
  return declined ? rows.not('declined_at', 'is', null) : rows.is('declined_at', null)
}

export const waitingKey = ({ requested_at, id }: Pick<WaitlistEntry, 'id' | 'requested_at'>): RowKey => ({
  value: requested_at,
  id,
})

function source(declined: boolean) {
  const rows = (range: KeysetRange) => applyRange(rowsOf(declined), 'requested_at', range)
  return { rows, keys: rows, keyOf: waitingKey }
}

async function count(declined: boolean, signal: AbortSignal): Promise<number> {
  const rows = supabase.from('waitlist').select('id', { count: 'exact', head: true })
  const filtered = declined ? rows.not('declined_at', 'is', null) : rows.is('declined_at', null)
  return (await filtered.abortSignal(signal).throwOnError()).count ?? 0
}

const waitlistQueries = {
  list: (declined: boolean, cursor: PageCursor) =>
    queryOptions({
      queryKey: waitlistKeys.list(declined, cursor),
      queryFn: ({ signal }) => readKeysetPage(source(declined), cursor, waitingPerPage, signal),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: 'Failed to load the waitlist' },
    }),
  counts: queryOptions({
    queryKey: waitlistKeys.counts,
    queryFn: async ({ signal }) => {
      const [waiting, declined] = await Promise.all([count(false, signal), count(true, signal)])
      return { waiting, declined }
    },
  }),
}

export function useWaitlist(declined: boolean, cursor: PageCursor) {
  return useQuery(waitlistQueries.list(declined, cursor))
}

export function useWaitlistCounts() {
  return useQuery(waitlistQueries.counts)
}

export function useWaitlistCount(): number | undefined {
  return useWaitlistCounts().data?.waiting
}

/** Those who have waited longest, as many as one decision takes. */
export async function longestWaiting(count = maxDecided): Promise<string[]> {
  const { data } = await supabase
    .from('waitlist')
    .select('id')
    .is('declined_at', null)
    .order('requested_at')
    .order('id')
    .limit(Math.min(count, maxDecided))
    .throwOnError()
  return data.map(({ id }) => id)
}
