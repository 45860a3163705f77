import type { CodeFilters, CodeKind } from '@/entities/codes/code'
import {
  type OperationCall,
  type OperationTarget,
  requestArguments,
  resultOf,
  targetArguments,
} from '@/entities/operations/operation'
import { supabase } from '@/lib/supabase'

export function codeFilter({ state, search }: CodeFilters): Record<string, string> {
  return { state, ...(search ? { search } : {}) }
}

/** Revokes available codes; admins see the reason (D41, D46). */
export function revokeCodes(kind: CodeKind, target: OperationTarget, reason: string): OperationCall {
  return async (request) => {
    const { data } = await supabase
      .rpc('revoke_codes', {
        p_kind: kind,
        ...targetArguments(target),
        ...requestArguments(request),
        ...(request.dryRun ? {} : { p_reason: reason }),
      })
      .single()
      .throwOnError()
    return resultOf(data)
  }
}
