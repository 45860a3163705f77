import { useMutation } from '@tanstack/react-query'
import type { CodeKind } from '@/entities/codes/code'
import { uncertainWrite } from '@/entities/shared/write-errors'
import { supabase } from '@/lib/supabase'

export const extendProblems = {
  ...uncertainWrite,
  code_not_extendable: 'It was used up or revoked, or its invitation was erased. Close this and look again.',
  expiry_past: 'This time has passed. Choose a later date.',
}

/** Null removes the expiry date (D41). */
export function useExtendCode(kind: CodeKind) {
  return useMutation({
    mutationFn: async ({ id, until }: { id: string; until: string | null }) => {
      await supabase
        .rpc('extend_code', { p_kind: kind, p_id: id, p_expires_at: until ?? undefined })
        .abortSignal(AbortSignal.timeout(20_000))
        .throwOnError()
    },
    meta: { failed: 'form' },
  })
}
