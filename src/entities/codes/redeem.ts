import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { redeemFailure } from '@/entities/codes/messages'
import { supabase } from '@/lib/supabase'

/** Trimmed, otherwise as typed; the server normalizes it (D10). */
export const redeemCodeSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter a code.')),
})
export type RedeemCodeInput = z.infer<typeof redeemCodeSchema>

export const emptyRedeemCode: RedeemCodeInput = { code: '' }

/** Unknown, used or malformed: the server does not say which (D10). */
class CodeRefused extends Error {
  readonly code = 'code_refused'
}

type Redeemed = { token_value: number; balance: number }

/** By code, until its response arrives: a retry reuses the id (D41). */
const requestIds = new Map<string, string>()

async function redeem(code: string): Promise<Redeemed> {
  const key = code.trim().toUpperCase()
  const requestId = requestIds.get(key) ?? crypto.randomUUID()
  requestIds.set(key, requestId)
  const { data } = await supabase
    .rpc('redeem_code', { p_code: code, p_request_id: requestId })
    .abortSignal(AbortSignal.timeout(20_000))
    .throwOnError()
  requestIds.delete(key)
  // Not `.single()`, which could roll back the recorded attempt: the database refuses that (D10).
  const row = Array.isArray(data) ? data[0] : data
  if (row?.ok !== true) throw new CodeRefused()
  return { token_value: Number(row.token_value), balance: Number(row.balance) }
}

/** Returns the tokens and the new balance; throws on a miss. */
export function useRedeemCode() {
  return useMutation({
    mutationFn: redeem,
    meta: {
      failed: (error) => ({
        title: 'Redemption Failed',
        description: redeemFailure(error),
      }),
    },
  })
}
