import { PostgrestError } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import type { RegisterInput } from '@/entities/session/schemas'
import { errorCode, errorDetail, explainError, serverMessage } from '@/lib/errors'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { supabase } from '@/lib/supabase'
import { InvalidResponseError } from '@/lib/validated-fetch'

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
    const { data } = await supabase.auth.signUp({
      email,
      password,
      options: { emailRedirectTo: redirectUrl(paths.dashboard), data: { name, phone, invite_code: invite } },
    })
    // Auth always returns a user; a response without one says nothing about an account.
    if (!data.user) throw new InvalidResponseError('The answer names nobody')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'user_already_exists' || code === 'email_exists') return
    const unexplained = code === 'unknown' || code === 'unexpected_failure'
    // A refusal of the gate is a bare 500 (D9): check the code. Not after a gateway failure: this account may have used it.
    if (unexplained && (await isRefused(invite))) {
      throw new InviteCodeError('Invalid or expired invite code', { cause: error })
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

export function isInviteError(error: unknown): boolean {
  return ['invalid_invite_code', 'rate_limited'].includes(errorCode(error))
}

/** The error of the invite field: the same for every miss. */
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
