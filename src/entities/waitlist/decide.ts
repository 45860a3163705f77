import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { longestWaiting, waitlistKeys } from '@/entities/waitlist/admin'
import { supabase } from '@/lib/supabase'

export type Chosen = readonly string[] | 'all'

export type Approval = {
  ids: string[]
  invited: number
  left: { reason: string; count: number }[]
}

async function approve(ids: string[], dryRun: boolean): Promise<Approval> {
  const { data } = await supabase.rpc('approve_waitlist', { p_ids: ids, p_dry_run: dryRun }).throwOnError()
  const counts = new Map<string, number>()
  for (const { state } of data) counts.set(state, (counts.get(state) ?? 0) + 1)
  const invited = counts.get('new') ?? 0
  counts.delete('new')
  return { ids, invited, left: [...counts].map(([reason, count]) => ({ reason, count })) }
}

/** What approving would do, by the same code, without doing it. Another `id` for every opening. */
export function useApprovalDryRun(id: string, chosen: Chosen) {
  return useQuery(
    queryOptions({
      queryKey: waitlistKeys.dryRun(id),
      queryFn: async () => approve(chosen === 'all' ? await longestWaiting() : [...chosen], true),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  )
}

export function useApprove() {
  return useMutation({
    mutationFn: ({ ids }: Approval) => approve(ids, false),
    meta: { failed: 'form' },
  })
}

export type Decision = 'decline' | 'remove'

const calls = { decline: 'decline_waitlist', remove: 'remove_from_waitlist' } as const

/**
 * Declines or removes; resolves to how many were still there. 'all' covers only the `count` rows shown: more people may
 * join meanwhile.
 */
export function useDecide(decision: Decision, chosen: Chosen, count: number) {
  const ids = useRef<readonly string[]>(undefined)
  return useMutation({
    mutationFn: async () => {
      // Kept for a retry, which would otherwise decide about the next ones.
      ids.current ??= chosen === 'all' ? await longestWaiting(count) : chosen
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
export const reasonOf = (reason: string): string => reasons[reason] ?? reason
