import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { applyRange, type KeysetRange, readKeysetPage } from '@/entities/shared/keyset'
import { containsAny } from '@/entities/shared/read'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type WaitlistEntry = Pick<Tables<'waitlist'>, 'id' | 'email' | 'requested_at'>

export const waitingPerPage = 25
/** Enforced by the database, per decision. */
export const maxDecided = 500

export type WaitlistFilters = { declined: boolean; search: string }

export const waitlistKeys = {
  all: ['waitlist'],
  list: (listed: WaitlistFilters, cursor: PageCursor) => ['waitlist', 'list', listed, cursor],
  counts: (search: string) => ['waitlist', 'counts', search],
  dryRun: (id: string) => ['waitlist', 'dry-run', id],
}

function rowsOf({ declined, search }: WaitlistFilters, options?: { count: 'exact'; head: true }) {
  const all = supabase.from('waitlist').select('id, email, requested_at', options)
  const rows = declined ? all.not('declined_at', 'is', null) : all.is('declined_at', null)
  return search ? rows.or(containsAny(['email'], search)) : rows
}

export const waitingKey = ({ requested_at, id }: Pick<WaitlistEntry, 'id' | 'requested_at'>): RowKey => ({
  value: requested_at,
  id,
})

function source(listed: WaitlistFilters) {
  const rows = (range: KeysetRange) => applyRange(rowsOf(listed), 'requested_at', range)
  return { rows, keys: rows, keyOf: waitingKey }
}

async function count(listed: WaitlistFilters, signal: AbortSignal): Promise<number> {
  const rows = rowsOf(listed, { count: 'exact', head: true })
  return (await rows.abortSignal(signal).throwOnError()).count ?? 0
}

const waitlistQueries = {
  list: (listed: WaitlistFilters, cursor: PageCursor) =>
    queryOptions({
      queryKey: waitlistKeys.list(listed, cursor),
      queryFn: ({ signal }) => readKeysetPage(source(listed), cursor, waitingPerPage, signal),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: 'Failed to load the waitlist' },
    }),
  counts: (search: string) =>
    queryOptions({
      queryKey: waitlistKeys.counts(search),
      queryFn: async ({ signal }) => {
        const [waiting, declined] = await Promise.all([
          count({ declined: false, search }, signal),
          count({ declined: true, search }, signal),
        ])
        return { waiting, declined }
      },
    }),
}

export function useWaitlist(listed: WaitlistFilters, cursor: PageCursor) {
  return useQuery(waitlistQueries.list(listed, cursor))
}

export function useWaitlistCounts(search = '') {
  return useQuery(waitlistQueries.counts(search))
}

export function useWaitlistCount(): number | undefined {
  return useWaitlistCounts().data?.waiting
}

/** Those who have waited longest of a search, as many as one decision takes. */
export async function longestWaiting(search: string, count = maxDecided): Promise<string[]> {
  const { data } = await rowsOf({ declined: false, search })
    .order('requested_at')
    .order('id')
    .limit(Math.min(count, maxDecided))
    .throwOnError()
  return data.map(({ id }) => id)
}
