import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { longestWaiting, waitlistKeys } from '@/entities/waitlist/admin'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** Rows by id, or all that a search finds; '' for everybody. */
export type WaitlistSelection = readonly string[] | { search: string }

export type Approval = {
  ids: string[]
  /** Who are invited, or would be. */
  invited: string[]
  /** How many more an attempt has invited whose response was lost. */
  before: number
  /** How many are not, by reason. */
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
