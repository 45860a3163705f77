import { useMutation } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { errorCode, errorMessage } from '@/lib/errors'
import { serverNow } from '@/lib/server-time'
import { supabase } from '@/lib/supabase'

/** The answer to a code that is unknown, used or malformed: the server does not say which (D10). */
class CodeRefused extends Error {
  readonly code = 'code_refused'
}

type Redeemed = { token_value: number; balance: number }

/** When each code was first sent whose try ended without an answer to it; kept by this tab until it has one. */
const unanswered = new Map<string, number>()
/** How far what this device knows of the server's clock may be off. */
const clockSlack = 60_000

/** One try at a code. A second try after a lost answer learns what became of the first from the own ledger. */
async function redeem(userId: string, code: string): Promise<Redeemed> {
  const spelled = code.trim().toUpperCase()
  const name = `${userId} ${spelled}`
  const firstTry = unanswered.get(name) ?? serverNow()
  try {
    const { data } = await supabase
      .rpc('redeem_code', { p_code: code })
      .abortSignal(AbortSignal.timeout(20_000))
      .throwOnError()
    // Not asked for as a single object: the database refuses a guess that could be undone (D10).
    const row = Array.isArray(data) ? data[0] : data
    const redeemed =
      row?.ok === true
        ? { token_value: Number(row.token_value), balance: Number(row.balance) }
        : unanswered.has(name) && (await creditSince(userId, spelled, firstTry))
    unanswered.delete(name)
    if (redeemed) return redeemed
  } catch (error) {
    unanswered.set(name, firstTry)
    throw error
  }
  throw new CodeRefused()
}

/** What this code brought this member at `time` or later. */
async function creditSince(userId: string, code: string, time: number): Promise<Redeemed | undefined> {
  const { data } = await supabase
    .from('token_transactions')
    .select('amount, balance_after')
    .eq('account_id', userId)
    .eq('description', `Redeemed code ${code}`)
    .not('redeem_code_id', 'is', null)
    .gte('created_at', new Date(time - clockSlack).toISOString())
    .maybeSingle()
    .throwOnError()
  return data ? { token_value: data.amount, balance: data.balance_after } : undefined
}

/** A guess too many is answered as a miss is (D10). */
const isMiss = (error: unknown) => ['code_refused', 'rate_limited'].includes(errorCode(error))
const miss = 'Invalid or expired redemption code'

/** What is wrong with a code, beside its field; undefined where its refusal is not about the code. */
export function codeProblem(error: unknown, code: string): string | undefined {
  if (!isMiss(error)) return undefined
  return /\s/.test(code) ? 'Check the space in the code.' : miss
}

/** Redeems a token code for the signed-in member; answers its tokens and the new balance. A miss is an error. */
export function useRedeemCode() {
  const { id } = useUser()
  return useMutation({
    mutationFn: (code: string) => redeem(id, code),
    meta: {
      failed: (error) => ({
        title: 'Redemption Failed',
        description: isMiss(error) ? miss : errorMessage(error, 'Failed to redeem code'),
      }),
    },
  })
}
