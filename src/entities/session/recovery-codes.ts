import { useMutation } from '@tanstack/react-query'
import { errorCode } from '@/lib/errors'
import { loadClient, supabase } from '@/lib/supabase'

/** Wrong or used: the server does not say which. */
class RecoveryCodeRefused extends Error {
  readonly code = 'code_refused'
}

/** Instead of a lost authenticator: removes all of them, and the session needs no code from then on (D54). */
export function useRecoveryCode() {
  return useMutation({
    mutationFn: async (code: string) => {
      const { data } = await supabase.rpc('use_recovery_code', { p_code: code }).throwOnError()
      if (!data) throw new RecoveryCodeRefused()
      const { auth } = await loadClient()
      await auth.refreshSession()
    },
    meta: { failed: 'form' },
  })
}

/** Undefined for failures that do not concern the code. */
export function recoveryCodeProblem(error: unknown): string | undefined {
  if (errorCode(error) === 'code_refused') return 'This recovery code is not right, or was used already.'
  return errorCode(error) === 'rate_limited' ? 'Too many tries. Wait a minute, then try again.' : undefined
}

/** Ten new ones, which replace the earlier ones and are never shown again. */
export function useCreateRecoveryCodes() {
  return useMutation({
    mutationFn: async () => {
      const { data } = await supabase.rpc('create_recovery_codes').throwOnError()
      return data.map(({ code }) => code)
    },
    meta: { failed: 'form' },
  })
}
