import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { invitationKeys } from '@/entities/invitations/admin'
import { wholeNumber } from '@/entities/shared/schemas'
import { brand } from '@/lib/brand'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

type InviteState = 'new' | 'member' | 'invited' | 'suppressed' | 'duplicate' | 'invalid' | 'over_quota'

/** What the account begins with, as an admin's list says, stands beside the address (D59). */
export type Invitee = { email: string; name: string; until: string | null; balance: number | null }

export type Invitees = {
  rows: readonly { line: number; row: Invitee }[]
  message: string
  days: number
  bound: boolean
}

export type Outcome = { line: number; row: Invitee; state: InviteState }

/** In one call, enforced by the database. */
const perCall = 500
export const maxInvitees = 5000

/** At least the bonus of every new account; the database has the same rule. */
export const openingBalance = wholeNumber(
  brand.signupTokens,
  1_000_000,
  `Enter a whole number from ${brand.signupTokens}, which every account begins with, to 1,000,000.`,
)

export const hasAccountDetails = ({ name, until, balance }: Invitee) =>
  name !== '' || until !== null || balance !== null

/** In calls of 500, one after the other. */
async function send(
  { rows, message, days, bound }: Invitees,
  dryRun: boolean,
  onSent: (outcomes: Outcome[]) => void = () => {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < rows.length; at += perCall) {
    const part = rows.slice(at, at + perCall)
    const { data } = await supabase
      .rpc('send_invitations', {
        p_rows: part.map(({ row: { email, name, until, balance } }) => ({
          email,
          ...(name && { name }),
          ...(until && { membership_ends_at: until }),
          ...(balance !== null && { opening_balance: balance }),
        })),
        ...(message ? { p_message: message } : {}),
        p_days: days,
        p_bound: bound,
        p_dry_run: dryRun,
      })
      .throwOnError()
    const done = data.flatMap(({ position, state }) => {
      const line = part[position - 1]
      return line ? [{ ...line, state: state as InviteState }] : []
    })
    outcomes.push(...done)
    onSent(done)
  }
  return outcomes
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

/**
 * Resolves to the number of invitations: `before` by an attempt whose response was lost, or that ended half-way, of those
 * `dryRun` as new. `onQueued` receives how many are queued.
 */
export function useSendInvitations(onQueued: (count: number) => void) {
  const before = useRef(false)
  return useMutation({
    mutationFn: async ({ invitees, dryRun }: { invitees: Invitees; dryRun: readonly Outcome[] }) => {
      const wasNew = new Set(dryRun.flatMap(({ row, state }) => (state === 'new' ? row.email : [])))
      const count = (outcomes: readonly Outcome[], expected: InviteState) =>
        outcomes.filter(({ row, state }) => state === expected && wasNew.has(row.email)).length
      let queued = 0
      try {
        const outcomes = await send(invitees, false, (done) => {
          queued += count(done, 'new') + (before.current ? count(done, 'invited') : 0)
          onQueued(queued)
        })
        return { now: count(outcomes, 'new'), before: before.current ? count(outcomes, 'invited') : 0 }
      } catch (error) {
        if (queued > 0 || errorCode(error) === 'network') before.current = true
        throw error
      }
    },
    onError: (_error, _variables, _result, { client }) =>
      void client.invalidateQueries({ queryKey: invitationKeys.all }),
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
