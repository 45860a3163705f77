import { PostgrestError } from '@supabase/postgrest-js'
import { brand } from '@/lib/brand'
import { errorCode, errorDetail, errorMessage, explainError, serverMessage } from '@/lib/errors'
import { formatCount } from '@/lib/format'

// Signing out is in session.ts: the dashboard loads that first, and none of this.

const unexpected = 'An unexpected error occurred'

/** The specified title with the server's message, or the specified description. */
const failure = (title: string) => (error: unknown) => ({
  title,
  description: serverMessage(error, unexpected),
})

export const signInFailure = failure('Sign In Error')
export const passwordFailure = failure('Reset Password Error')
const registrationFailure = failure('Sign Up Error')

export function resendFailure(error: unknown) {
  return { title: 'Error', description: errorMessage(error, unexpected) }
}

export function passwordChangeFailure(error: unknown) {
  return { title: 'Update Failed', description: errorMessage(error, unexpected) }
}

/** `refused`: by auth, as opposed to an unexpected failure. */
export function emailLinkFailure(error: unknown, refused: boolean) {
  return {
    title: refused ? 'Authentication Error' : 'Unexpected Error',
    description: errorMessage(error, unexpected),
  }
}

const checkEmail = 'Please check your email to confirm your account.'

export const sessionToasts = {
  signedIn: ['Welcome back!', 'Successfully signed in.'],
  registered: ['Success!', checkEmail],
  confirmationSent: ['Link sent', checkEmail],
  emailConfirmed: ['Email Confirmed!', `Welcome to ${brand.name}.`],
  noSession: ['No Session Found', 'Please sign in.'],
  resetSent: ['Password Reset Sent', 'Check your email for password reset instructions.'],
} as const

export function passwordSavedToast(othersEnded: boolean): [title: string, description: string] {
  return [
    'Password Updated',
    othersEnded
      ? 'Other devices are signed out.'
      : 'Other devices could not be signed out and may still be signed in.',
  ]
}

export function isInviteError(error: unknown): boolean {
  return ['invalid_invite_code', 'rate_limited'].includes(errorCode(error))
}

export function inviteFailure(error: unknown) {
  if (isInviteError(error)) {
    return { title: 'Invalid Invite Code', description: 'This invite code is invalid or already used.' }
  }
  const hasResponse = error instanceof PostgrestError
  return {
    title: 'Invite Code Error',
    description: hasResponse ? 'Unable to validate invite code.' : 'Error validating invite code.',
  }
}

export function signUpFailure(error: unknown) {
  const limited = tooManyTries(error)
  if (limited) return { title: 'Sign Up Error', description: limited }
  return isInviteError(error) ? inviteFailure(error) : registrationFailure(error)
}

/** Says so if auth, its hook or the database refused one try too many; undefined for any other error. */
export function tooManyTries(error: unknown): string | undefined {
  const code = errorCode(error)
  if (code === 'rate_limited') return inviteErrorMessage(error)
  if (!(error instanceof Error && 'status' in error && error.status === 429)) return undefined
  const wait = 'Too many tries. Wait a minute, then try again.'
  return code === 'over_request_rate_limit' ? wait : serverMessage(error, wait)
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
