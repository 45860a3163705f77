import type { CodeFilters, CodeKind } from '@/entities/codes/code'
import { type OperationTarget, operationCall, targetArguments } from '@/entities/operations/operation'
import { supabase } from '@/lib/supabase'

export function codeFilter({ state, search }: CodeFilters): Record<string, string> {
  return { state, ...(search ? { search } : {}) }
}

/** Revokes available codes; admins see the reason (D41, D46). */
export function revokeCodes(kind: CodeKind, target: OperationTarget, reason: string) {
  return operationCall((run) =>
    supabase.rpc('revoke_codes', {
      p_kind: kind,
      ...targetArguments(target),
      ...run,
      ...(run.p_dry_run ? {} : { p_reason: reason }),
    }),
  )
}
