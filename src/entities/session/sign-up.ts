import { useMutation } from '@tanstack/react-query'
import { fieldOf } from '@/entities/session/auth'
import { inviteFailure, isInviteError, signUpFailure, tooManyTries } from '@/entities/session/messages'
import type { RegisterInput } from '@/entities/session/schemas'
import { errorCode } from '@/lib/errors'
import { InvalidResponseError } from '@/lib/fetch'
import { paths } from '@/lib/paths'
import { loadClient, supabase } from '@/lib/supabase'

/** Unknown, used or malformed: the server does not say which (D10). */
class InviteCodeError extends Error {
  readonly code = 'invalid_invite_code'
}

/** Returns the code; throws InviteCodeError if it is not available. */
async function checkInvite(code: string): Promise<string> {
  const { data } = await supabase.rpc('validate_invite_code', { code_to_check: code }).throwOnError()
  const row = Array.isArray(data) ? data[0] : data
  if (row?.is_valid !== true) throw new InviteCodeError('Invalid or expired invite code')
  return code
}

export function useCheckInvite() {
  return useMutation({ mutationFn: checkInvite, meta: { failed: inviteFailure, inPlace: true } })
}

/** A known email gets the same response as a new one (D16). */
async function signUp({ invite, name, email, phone, password }: RegisterInput & { invite: string }) {
  try {
    const { auth } = await loadClient()
    const { data } = await auth.signUp({
      email,
      password,
      options: { emailRedirectTo: redirectUrl(paths.dashboard), data: { name, phone, invite_code: invite } },
    })
    // Auth always returns a user; a response without one says nothing about an account.
    if (!data.user) throw new InvalidResponseError('The response has no user')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'user_already_exists' || code === 'email_exists') return
    // The hook refused the code for this address (D42).
    if (isHookRefusal(error)) throw new InviteCodeError('Invalid or expired invite code', { cause: error })
    // Any other refusal of the gate is a bare 500 (D9): check the code. Not after a gateway failure: this account may have used it.
    if ((code === 'unknown' || code === 'unexpected_failure') && !fieldOf(error) && !tooManyTries(error)) {
      await checkInvite(invite).catch((refusal: unknown) => {
        if (isInviteError(refusal)) throw refusal
      })
    }
    throw error
  }
}

export function useSignUp() {
  return useMutation({ mutationFn: signUp, meta: { failed: signUpFailure, inPlace: true } })
}

/** The target of email links: `path` on this origin. */
export function redirectUrl(path: string): string {
  return window.location.origin + path
}

/** Unknown or used: the server does not say which (D10). */
export function isInvalidInvite(error: unknown): boolean {
  return errorCode(error) === 'invalid_invite_code'
}

/** Auth names every 422 of its own; the hook uses it for codes only. */
const isHookRefusal = (error: unknown) =>
  errorCode(error) === 'unknown' && error instanceof Error && 'status' in error && error.status === 422
