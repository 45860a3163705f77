import { useMutation } from '@tanstack/react-query'
import { errorCode, serverMessage } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** The answer to a code that is unknown, used or malformed: the server does not say which (D10). */
class CodeRefused extends Error {
  readonly code = 'code_refused'
}

/** Redeems a token code for the signed-in member; answers its tokens and the new balance. A miss is an error. */
export function useRedeemCode() {
  return useMutation({
    mutationFn: async (code: string) => {
      const { data } = await supabase.rpc('redeem_code', { p_code: code }).single().throwOnError()
      if (data.ok !== true) throw new CodeRefused()
      return { token_value: Number(data.token_value), balance: Number(data.balance) }
    },
    meta: {
      failed: (error) => ({
        title: 'Redemption Failed',
        description: ['code_refused', 'rate_limited'].includes(errorCode(error))
          ? 'Invalid or expired redemption code'
          : serverMessage(error, 'Failed to redeem code'),
      }),
    },
  })
}
