import { useMutation } from '@tanstack/react-query'
import { spaceAdvice } from '@/lib/code-space'
import { errorCode, errorMessage } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** Unknown, used or malformed: the server does not say which (D10). */
class CodeRefused extends Error {
  readonly code = 'code_refused'
}

type Redeemed = { token_value: number; balance: number }

/** By code, until its response arrives: a retry is the same request (D41). */
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
  // Not requested as a single object: the database refuses a guess that could be rolled back (D10).
  const row = Array.isArray(data) ? data[0] : data
  if (row?.ok !== true) throw new CodeRefused()
  return { token_value: Number(row.token_value), balance: Number(row.balance) }
}

/** A rate-limited guess is reported like a miss (D10). */
const isMiss = (error: unknown) => ['code_refused', 'rate_limited'].includes(errorCode(error))
const miss = 'Invalid or expired redemption code'

/** The error of the code field; undefined for other failures. */
export function codeProblem(error: unknown, code: string): string | undefined {
  if (!isMiss(error)) return undefined
  return spaceAdvice(code) ?? miss
}

/** Returns the tokens and the new balance; throws on a miss. */
export function useRedeemCode() {
  return useMutation({
    mutationFn: redeem,
    meta: {
      failed: (error) => ({
        title: 'Redemption Failed',
        description: isMiss(error) ? miss : errorMessage(error, 'Failed to redeem code'),
      }),
    },
  })
}
