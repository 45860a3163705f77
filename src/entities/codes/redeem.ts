import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CodeRefusedError, redeemFailure } from '@/entities/codes/messages'
import { useUser } from '@/entities/session/session'
import { supabase } from '@/lib/supabase'

/** Trimmed, otherwise as typed; the server normalizes it (D10). */
export const redeemCodeSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter a code.')),
})
export type RedeemCodeInput = z.infer<typeof redeemCodeSchema>

export const emptyRedeemCode: RedeemCodeInput = { code: '' }

type Redeemed = { token_value: number; balance: number }

/** By code, until its response arrives: a retry reuses the id (D41). */
const requestIds = new Map<string, string>()

async function redeem(userId: string, code: string): Promise<Redeemed> {
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
  if (row?.ok !== true) throw new CodeRefusedError(await ownUse(userId, key))
  return { token_value: Number(row.token_value), balance: Number(row.balance) }
}

/** When the member redeemed the code, by their own history. */
async function ownUse(userId: string, code: string): Promise<string | undefined> {
  const { data } = await supabase
    .from('token_transactions')
    .select('created_at')
    .eq('account_id', userId)
    .not('redeem_code_id', 'is', null)
    .eq('description', `Redeemed code ${code}`)
    .limit(1)
  return data?.[0]?.created_at
}

/** Returns the tokens and the new balance; throws CodeRefused on a miss. */
export function useRedeemCode() {
  const { id } = useUser()
  return useMutation({
    mutationFn: (code: string) => redeem(id, code),
    meta: {
      failed: (error) => ({
        title: 'Redemption Failed',
        description: redeemFailure(error),
      }),
    },
  })
}
