import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { invitationKeys } from '@/entities/invitations/admin'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

export type InviteState = 'new' | 'member' | 'invited' | 'suppressed' | 'duplicate' | 'invalid' | 'over_quota'

export type Invitees = {
  rows: { email: string; line: number }[]
  message: string
  days: number
  bound: boolean
}

export type Outcome = { email: string; line: number; state: InviteState }

/** Enforced by the database. */
export const maxInvitees = 500

async function send({ rows, message, days, bound }: Invitees, dryRun: boolean): Promise<Outcome[]> {
  const { data } = await supabase
    .rpc('send_invitations', {
      p_rows: rows.map(({ email }) => ({ email })),
      ...(message ? { p_message: message } : {}),
      p_days: days,
      p_bound: bound,
      p_dry_run: dryRun,
    })
    .throwOnError()
  return data.map(({ position, state }) => ({
    email: rows[position - 1]?.email ?? '',
    line: rows[position - 1]?.line ?? position,
    state: state as InviteState,
  }))
}

/** Runs the same code as sending; `id` is new for every opening. */
export function useInvitationDryRun(id: string, invitees: Invitees) {
  return useQuery({
    queryKey: invitationKeys.dryRun(id),
    queryFn: () => send(invitees, true),
    staleTime: 'static',
    gcTime: 0,
  })
}

/** Resolves to the number of invitations: `before` by an attempt whose response was lost, of those `planned` as new. */
export function useSendInvitations() {
  const isLost = useRef(false)
  return useMutation({
    mutationFn: async ({ invitees, planned }: { invitees: Invitees; planned: readonly Outcome[] }) => {
      const outcomes = await send(invitees, false)
      const wasNew = new Set(planned.flatMap(({ line, state }) => (state === 'new' ? line : [])))
      const count = (wanted: InviteState) =>
        outcomes.filter(({ line, state }) => state === wanted && wasNew.has(line)).length
      return { now: count('new'), before: isLost.current ? count('invited') : 0 }
    },
    onError: (error, _variables, _result, { client }) => {
      if (errorCode(error) !== 'network') return
      isLost.current = true
      void client.invalidateQueries({ queryKey: invitationKeys.all })
    },
    meta: { failed: 'form' },
  })
}

export const leftOutTexts: Record<Exclude<InviteState, 'new'>, string> = {
  member: 'Already a member',
  invited: 'Invited in the last 30 days',
  suppressed: 'Does not want invitations',
  duplicate: 'Earlier in the list',
  invalid: 'Not an email address',
  over_quota: 'No invitations left',
}
