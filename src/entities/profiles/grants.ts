import { useMutation } from '@tanstack/react-query'
import { operationCall } from '@/entities/operations/operation'
import type { GrantType } from '@/entities/profiles/schemas'
import { supabase } from '@/lib/supabase'

/** Unvalidated: the database reports what is wrong. */
export type GrantRow = { email: string; tokens: number | string; reason?: string }

export const maxGrants = 10_000
export const maxGranted = 1_000_000

/** `reason` is for lines without one (D45). */
export function grantTokens(rows: readonly GrantRow[], type: GrantType, reason: string) {
  return operationCall((run) =>
    supabase
      .rpc('grant_tokens', { p_rows: [...rows], p_type: type, p_reason: reason, ...run })
      .abortSignal(AbortSignal.timeout(60_000)),
  )
}

type Grant = { email: string; tokens: number; reason: string }

/** To one member, beside what they have: no dry run, and the undo of a run. */
export function useGrantToOne() {
  return useMutation({
    mutationFn: async ({ email, tokens, reason }: Grant) => {
      const { data } = await supabase
        .rpc('grant_tokens', {
          p_rows: [{ email, tokens }],
          p_type: 'adjustment',
          p_reason: reason,
          p_dry_run: false,
        })
        .single()
        .throwOnError()
      if (data.changed !== 1) throw new Error('Nobody was granted anything')
    },
    meta: { failed: 'form' },
  })
}
