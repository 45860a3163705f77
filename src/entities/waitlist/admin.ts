import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { applyRange, type KeysetRange, readKeysetPage } from '@/entities/shared/keyset'
import { containsAny } from '@/entities/shared/lists'
import { readCount } from '@/entities/shared/read'
import { errorCode } from '@/lib/errors'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type WaitlistEntry = Pick<Tables<'waitlist'>, 'id' | 'email' | 'requested_at'>

export const waitingPerPage = 25
/** Enforced by the database, per decision. */
export const maxDecided = 500

type WaitlistFilters = { declined: boolean; search: string }

const waitlistKeys = {
  all: ['waitlist'],
  list: (filters: WaitlistFilters, cursor: PageCursor) => ['waitlist', 'list', filters, cursor],
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

const count = (listed: WaitlistFilters, signal: AbortSignal) =>
  readCount(rowsOf(listed, { count: 'exact', head: true }), signal)

export function useWaitlist(listed: WaitlistFilters, cursor: PageCursor) {
  return useQuery({
    queryKey: waitlistKeys.list(listed, cursor),
    queryFn: ({ signal }) => readKeysetPage(source(listed), cursor, waitingPerPage, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    meta: { failed: 'Failed to load the waitlist' },
  })
}

export function useWaitlistCounts(search = '') {
  return useQuery({
    queryKey: waitlistKeys.counts(search),
    queryFn: async ({ signal }) => {
      const [waiting, declined] = await Promise.all([
        count({ declined: false, search }, signal),
        count({ declined: true, search }, signal),
      ])
      return { waiting, declined }
    },
  })
}

export function useWaitlistCount(): number | undefined {
  return useWaitlistCounts().data?.waiting
}

/** Those who have waited longest of a search, as many as one decision takes. */
async function longestWaiting(search: string, count = maxDecided): Promise<string[]> {
  const { data } = await rowsOf({ declined: false, search })
    .order('requested_at')
    .order('id')
    .limit(Math.min(count, maxDecided))
    .throwOnError()
  return data.map(({ id }) => id)
}

/** Rows by id, or all that a search finds; '' for everybody. */
export type WaitlistSelection = readonly string[] | { search: string }

export type Approval = {
  ids: string[]
  /** The rows that are invited, or would be. */
  invited: string[]
  /** How many more were invited by an attempt whose response was lost. */
  before: number
  /** How many are not invited, by reason. */
  left: { reason: string; count: number }[]
}

async function approve(ids: string[], dryRun: boolean, lost: readonly string[] = []): Promise<Approval> {
  const { data } = await supabase.rpc('approve_waitlist', { p_ids: ids, p_dry_run: dryRun }).throwOnError()
  const counts = new Map<string, number>()
  const invited: string[] = []
  let before = 0
  for (const { id, state } of data) {
    if (state === 'new') invited.push(id)
    else if (state === 'gone' && lost.includes(id)) before += 1
    else counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  return { ids, invited, before, left: [...counts].map(([reason, count]) => ({ reason, count })) }
}

/** What approving would do, by the same code, without doing it. Another `id` for every opening. */
export function useApprovalDryRun(id: string, chosen: WaitlistSelection) {
  return useQuery(
    queryOptions({
      queryKey: waitlistKeys.dryRun(id),
      queryFn: async () =>
        approve('search' in chosen ? await longestWaiting(chosen.search) : [...chosen], true),
      staleTime: 'static',
      gcTime: 0,
    }),
  )
}

export function useApprove() {
  const isLost = useRef(false)
  return useMutation({
    mutationFn: ({ ids, invited }: Approval) => approve(ids, false, isLost.current ? invited : []),
    onError: (error, _variables, _result, { client }) => {
      if (errorCode(error) !== 'network') return
      isLost.current = true
      void client.invalidateQueries({ queryKey: waitlistKeys.all })
    },
    meta: { failed: 'form' },
  })
}

export type Decision = 'decline' | 'remove'

const calls = { decline: 'decline_waitlist', remove: 'remove_from_waitlist' } as const

/**
 * Declines or removes; resolves to how many were still there. A search covers only the `count` rows shown: more people may
 * join meanwhile.
 */
export function useDecide(decision: Decision, chosen: WaitlistSelection, count: number) {
  const ids = useRef<readonly string[]>(undefined)
  return useMutation({
    mutationFn: async () => {
      // Kept for a retry, which would otherwise decide about the next ones.
      ids.current ??= 'search' in chosen ? await longestWaiting(chosen.search, count) : chosen
      const { data } = await supabase.rpc(calls[decision], { p_ids: [...ids.current] }).throwOnError()
      return data
    },
    meta: { failed: 'form' },
  })
}

const reasons: Record<string, string> = {
  member: 'Already a member',
  invited: 'Invited in the last 30 days',
  suppressed: 'Does not want invitations',
  invalid: 'Not an address that can receive email',
  gone: 'No longer on the list',
}

/** Why an address was not invited; an unknown reason, of a later version, as it is. */
export const reasonText = (reason: string): string => reasons[reason] ?? reason
