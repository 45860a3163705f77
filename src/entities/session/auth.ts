import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { OpenableLink } from '@/entities/session/email-link'
import {
  inviteFailure,
  isInviteError,
  passwordFailure,
  resendFailure,
  signInFailure,
  signUpFailure,
  tooManyTries,
} from '@/entities/session/messages'
import type { PasswordChange, RegisterInput, SignInInput } from '@/entities/session/schemas'
import { verifyCode } from '@/entities/session/second-factor'
import { beginRecovery, endRecovery, useUser } from '@/entities/session/session'
import { errorCode, isTransient } from '@/lib/errors'
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
function redirectUrl(path: string): string {
  return window.location.origin + path
}

/** Unknown or used: the server does not say which (D10). */
export function isInvalidInvite(error: unknown): boolean {
  return errorCode(error) === 'invalid_invite_code'
}

/** Auth names every 422 of its own; the hook uses it for codes only. */
const isHookRefusal = (error: unknown) =>
  errorCode(error) === 'unknown' && error instanceof Error && 'status' in error && error.status === 422

export function useSignIn() {
  return useMutation({
    mutationFn: async (input: SignInInput) => {
      const { auth } = await loadClient()
      await auth.signInWithPassword(input)
    },
    meta: { failed: signInFailure, inPlace: true },
  })
}

/** Sends the recovery email; same response for an unknown address. */
export function useSendReset() {
  return useMutation({
    mutationFn: async (email: string) => {
      const { auth } = await loadClient()
      await auth.resetPasswordForEmail(email, { redirectTo: redirectUrl(paths.authCallback) })
    },
    meta: { failed: passwordFailure, inPlace: true },
  })
}

export function useResendConfirmation() {
  return useMutation({
    mutationFn: async (email: string) => {
      const options = { emailRedirectTo: redirectUrl(paths.dashboard) }
      const { auth } = await loadClient()
      await auth.resend({ type: 'signup', email, options })
    },
    meta: { failed: resendFailure },
  })
}

/** The password of an attempt without a response: if it was saved, the retry counts as a success. */
type UnconfirmedPassword = RefObject<string | undefined>

/** Replaces the password and ends all other sessions; returns whether they could be ended. */
async function replacePassword(password: string, unconfirmed: UnconfirmedPassword) {
  try {
    const { auth } = await loadClient()
    await auth.updateUser({ password })
  } catch (error) {
    if (isTransient(error)) unconfirmed.current = password
    if (errorCode(error) !== 'same_password' || unconfirmed.current !== password) throw error
  }
  return signOutOtherSessions()
}

async function signOutOtherSessions() {
  const { auth } = await loadClient()
  const othersEnded = await auth.signOut({ scope: 'others' }).then(
    () => true,
    () => false,
  )
  return { othersEnded }
}

export function useSetPassword() {
  const unconfirmed = useRef<string>(undefined)
  return useMutation({
    mutationFn: async (password: string) => {
      const outcome = await replacePassword(password, unconfirmed)
      endRecovery()
      return outcome
    },
    meta: { failed: passwordFailure, inPlace: true },
  })
}

export type LinkOutcome = 'session' | 'recovery' | 'half' | 'nothing'

/** Opens an email link (D15). Without a session, one was the first of two links ('half'), or auth has nothing to say. */
async function openEmailLink(link: OpenableLink): Promise<LinkOutcome> {
  const { auth } = await loadClient()
  const { data } =
    link.kind === 'token'
      ? await auth.verifyOtp({ token_hash: link.tokenHash, type: link.type })
      : await openSession(link)
  if (!data.session) return link.kind === 'token' && link.type === 'email_change' ? 'half' : 'nothing'
  if (!link.recovery) return 'session'
  beginRecovery()
  return 'recovery'
}

/** Verifies the access token first: auth-js would accept an expired forged one and refresh into another account. */
async function openSession({ accessToken, refreshToken }: Extract<OpenableLink, { kind: 'session' }>) {
  const { auth } = await loadClient()
  await auth.getUser(accessToken)
  return auth.setSession({ access_token: accessToken, refresh_token: refreshToken })
}

export function useOpenEmailLink() {
  return useMutation({ mutationFn: openEmailLink, meta: { failed: 'form' } })
}

/** Auth refused with a reason, as opposed to an unexpected failure. */
export function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && !isTransient(error)
}

/** The field that a refusal concerns, by its code; a 400 without one is the hook's, about the address (D42). */
export function fieldOf(error: unknown): 'email' | 'password' | undefined {
  switch (errorCode(error)) {
    case 'weak_password':
    case 'same_password':
      return 'password'
    case 'email_address_invalid':
    case 'email_address_not_authorized':
      return 'email'
    case 'unknown':
      return error instanceof Error && 'status' in error && error.status === 400 ? 'email' : undefined
  }
}

type Change = PasswordChange & { factor: string | undefined; code: string }

/** Signing in again proves the current password, whatever auth is configured to require. */
export function useChangePassword() {
  const { email } = useUser()
  const unconfirmed = useRef<string>(undefined)
  return useMutation({
    mutationFn: async ({ current, password, factor, code }: Change) => {
      const { auth } = await loadClient()
      try {
        await auth.signInWithPassword({ email, password: current })
      } catch (error) {
        if (errorCode(error) !== 'invalid_credentials' || unconfirmed.current !== password) throw error
        await auth.signInWithPassword({ email, password })
        return signOutOtherSessions()
      }
      if (factor) await verifyCode({ id: factor, code })
      return replacePassword(password, unconfirmed)
    },
    meta: { failed: 'form' },
  })
}
