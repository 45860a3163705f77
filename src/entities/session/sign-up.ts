import { PostgrestError } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import type { RegisterInput } from '@/entities/session/schemas'
import { errorCode, errorDetail, explainError, serverMessage } from '@/lib/errors'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { supabase } from '@/lib/supabase'
import { InvalidResponseError } from '@/lib/validated-fetch'

/** The invite code would let nobody in: unknown, used or malformed, which is one answer (D10). */
class InviteCodeError extends Error {
  readonly code = 'invalid_invite_code'
}

/** Asks whether an invite code is free; answers the code. Throws InviteCodeError if it is not (chapter 5). */
async function checkInvite(code: string): Promise<string> {
  const { data } = await supabase.rpc('validate_invite_code', { code_to_check: code }).throwOnError()
  const row = Array.isArray(data) ? data[0] : data
  if (row?.is_valid !== true) throw new InviteCodeError('Invalid or expired invite code')
  return code
}

export function useCheckInvite() {
  return useMutation({ mutationFn: checkInvite, meta: { failed: inviteFailure, inPlace: true } })
}

/** Creates the account (chapter 7). A known email gets the same answer as a new one (D16). */
async function signUp({ invite, name, email, phone, password }: RegisterInput & { invite: string }) {
  try {
    const { data } = await supabase.auth.signUp({
      email,
      password,
      options: { emailRedirectTo: redirectUrl(paths.dashboard), data: { name, phone, invite_code: invite } },
    })
    // Auth names somebody in any case: an answer without says nothing of an account.
    if (!data.user) throw new InvalidResponseError('The answer names nobody')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'user_already_exists' || code === 'email_exists') return
    const unexplained = code === 'unknown' || code === 'unexpected_failure'
    // The gate in the database refuses with a bare 500 (D9), and so does a server that is down: ask which it was. Not after
    // a gateway's failure, which may have passed the request on: then the code is used by this very account.
    if (unexplained && (await isRefused(invite))) {
      throw new InviteCodeError('Invalid or expired invite code', { cause: error })
    }
    throw error
  }
}

export function useSignUp() {
  return useMutation({ mutationFn: signUp, meta: { failed: signUpFailure, inPlace: true } })
}

/** Where the link of a mail leads: this origin, and `path`. */
export function redirectUrl(path: string): string {
  return window.location.origin + path
}

/** Does no invite have this code, or was it used: the server does not say which (D10). */
export function isInvalidInvite(error: unknown): boolean {
  return errorCode(error) === 'invalid_invite_code'
}

/** Does the failure speak of the invite code: it is not free, or there were too many guesses (D10). */
export function isInviteError(error: unknown): boolean {
  return ['invalid_invite_code', 'rate_limited'].includes(errorCode(error))
}

/** The sentence below the invite field: the same for every miss, the pause after too many, the lost connection. */
export function inviteErrorMessage(error: unknown): string {
  if (errorCode(error) === 'rate_limited') {
    const seconds = Number(errorDetail(error) ?? 60)
    const wait =
      seconds > 90 ? formatCount(Math.ceil(seconds / 60), 'minute') : formatCount(seconds, 'second')
    return `Too many tries. Wait ${wait}, then try again.`
  }
  return explainError(error) ?? inviteFailure(error).description
}

async function isRefused(invite: string): Promise<boolean> {
  return checkInvite(invite).then(
    () => false,
    (error: unknown) => isInviteError(error),
  )
}

function inviteFailure(error: unknown) {
  if (isInviteError(error)) {
    return { title: 'Invalid Invite Code', description: 'This invite code is invalid or already used.' }
  }
  const answered = error instanceof PostgrestError
  return {
    title: 'Invite Code Error',
    description: answered ? 'Unable to validate invite code.' : 'Error validating invite code.',
  }
}

function signUpFailure(error: unknown) {
  if (isInviteError(error)) return inviteFailure(error)
  return { title: 'Sign Up Error', description: serverMessage(error, 'An unexpected error occurred') }
}
