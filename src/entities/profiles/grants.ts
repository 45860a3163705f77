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
