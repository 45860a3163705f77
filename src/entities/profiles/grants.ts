import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  type OperationResult,
  type OperationTarget,
  operationCall,
  targetArguments,
} from '@/entities/operations/operation'
import type { GrantType } from '@/entities/profiles/schemas'
import { errorCode } from '@/lib/errors'
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

/** To one member, beside what they have. A plan runs once: the same again after a lost response grants nothing twice (D3). */
export function useGrantToOne() {
  const planned = useRef<{ key: string; expected: OperationResult }>(undefined)
  return useMutation({
    mutationFn: async ({ email, tokens, reason }: Grant) => {
      const call = grantTokens([{ email, tokens }], 'adjustment', reason)
      const key = JSON.stringify([email, tokens, reason])
      if (planned.current?.key !== key) planned.current = { key, expected: await call({ dryRun: true }) }
      const { changed } = await call({ dryRun: false, expected: planned.current.expected })
      if (changed !== 1) throw new Error('Nobody was granted anything')
    },
    onError: (error) => {
      if (errorCode(error) !== 'network') planned.current = undefined
    },
    meta: { failed: 'form' },
  })
}

/** Starts at the end date or, if that has passed, today (D45). */
export function extendMemberships(target: OperationTarget, months: number) {
  return operationCall((run) =>
    supabase.rpc('extend_memberships', { ...targetArguments(target), ...run, p_months: months }),
  )
}
