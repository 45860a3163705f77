import { useMutation } from '@tanstack/react-query'
import { errorCode, errorDetail, explainError } from '@/lib/errors'
import { InvalidResponseError } from '@/lib/fetch'
import { formatCount } from '@/lib/format'
import { supabase } from '@/lib/supabase'

/** Every address gets the same response (D44). Asking again changes nothing. */
async function requestInvitation(email: string): Promise<void> {
  const { data } = await supabase.rpc('request_invitation', { p_email: email }).throwOnError()
  if (data !== true) throw new InvalidResponseError('The response is not that of the waitlist')
}

export function useRequestInvitation() {
  return useMutation({ mutationFn: requestInvitation, meta: { failed: 'form' } })
}

/** The address itself was refused, by its form alone. */
export function isRefusedAddress(error: unknown): boolean {
  return errorCode(error) === 'invalid_email'
}

/** A lost response does not say whether it arrived. */
export function requestProblem(error: unknown): string {
  if (errorCode(error) === 'rate_limited') {
    const minutes = Math.ceil(Number(errorDetail(error) ?? 3600) / 60)
    return `Your network has asked too often. Wait ${formatCount(minutes, 'minute')}, then try again.`
  }
  const reason = explainError(error)
  if (reason && errorCode(error) === 'offline') return reason
  return `Your request may not have arrived. ${reason ?? 'Please try again.'}`
}
