import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { OpenableLink } from '@/entities/session/email-link'
import { passwordFailure, resendFailure, signInFailure } from '@/entities/session/messages'
import type { SignInInput } from '@/entities/session/schemas'
import { beginRecovery, endRecovery } from '@/entities/session/session'
import { redirectUrl } from '@/entities/session/sign-up'
import { errorCode, isTransient } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { loadClient } from '@/lib/supabase'

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
export type UnconfirmedPassword = RefObject<string | undefined>

/** Replaces the password and ends all other sessions; returns whether they could be ended. */
export async function replacePassword(password: string, unconfirmed: UnconfirmedPassword) {
  try {
    const { auth } = await loadClient()
    await auth.updateUser({ password })
  } catch (error) {
    if (isTransient(error)) unconfirmed.current = password
    if (errorCode(error) !== 'same_password' || unconfirmed.current !== password) throw error
  }
  return signOutOtherSessions()
}

export async function signOutOtherSessions() {
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
