import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { OpenableLink } from '@/entities/session/email-link'
import type { PasswordChange, SignInInput } from '@/entities/session/schemas'
import { beginRecovery, endRecovery, useUser } from '@/entities/session/session'
import { redirectUrl } from '@/entities/session/sign-up'
import { errorCode, errorMessage, isTransient, serverMessage } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { supabase } from '@/lib/supabase'

/** A failure of chapter 8: this title with the server's message, or the specified words. */
const failure = (title: string) => (error: unknown) => ({
  title,
  description: serverMessage(error, 'An unexpected error occurred'),
})

export function useSignIn() {
  return useMutation({
    mutationFn: async (input: SignInInput) => {
      await supabase.auth.signInWithPassword(input)
    },
    meta: { failed: failure('Sign In Error'), inPlace: true },
  })
}

/** Sends the mail that leads to a new password; the same answer for an unknown address. */
export function useSendReset() {
  return useMutation({
    mutationFn: async (email: string) => {
      await supabase.auth.resetPasswordForEmail(email, { redirectTo: redirectUrl(paths.authCallback) })
    },
    meta: { failed: failure('Reset Password Error'), inPlace: true },
  })
}

/** Sends the confirmation mail once more (D15). */
export function useResendConfirmation() {
  return useMutation({
    mutationFn: async (email: string) => {
      const options = { emailRedirectTo: redirectUrl(paths.dashboard) }
      await supabase.auth.resend({ type: 'signup', email, options })
    },
    meta: {
      failed: (error) => ({
        title: 'Error',
        description: errorMessage(error, 'An unexpected error occurred'),
      }),
    },
  })
}

/** The password of a try that had no answer: it may be set already, and a retry is then its success. */
type Unheard = RefObject<string | undefined>

/** Replaces the password and ends every other session; says whether they could be ended. */
async function replacePassword(password: string, unheard: Unheard) {
  try {
    await supabase.auth.updateUser({ password })
  } catch (error) {
    if (isTransient(error)) unheard.current = password
    if (errorCode(error) !== 'same_password' || unheard.current !== password) throw error
  }
  return endOthers()
}

async function endOthers() {
  const othersEnded = await supabase.auth.signOut({ scope: 'others' }).then(
    () => true,
    () => false,
  )
  return { othersEnded }
}

/** The end of a recovery (D14). */
export function useSetPassword() {
  const unheard = useRef<string>(undefined)
  return useMutation({
    mutationFn: async (password: string) => {
      const outcome = await replacePassword(password, unheard)
      endRecovery()
      return outcome
    },
    meta: { failed: failure('Reset Password Error'), inPlace: true },
  })
}

/** Changes the password of whoever knows the current one: signing in anew proves it, on any setting of auth. */
export function useChangePassword() {
  const { email } = useUser()
  const unheard = useRef<string>(undefined)
  return useMutation({
    mutationFn: async ({ current, password }: PasswordChange) => {
      try {
        await supabase.auth.signInWithPassword({ email, password: current })
      } catch (error) {
        if (errorCode(error) !== 'invalid_credentials' || unheard.current !== password) throw error
        await supabase.auth.signInWithPassword({ email, password })
        return endOthers()
      }
      return replacePassword(password, unheard)
    },
    meta: { failed: 'form' },
  })
}

/** Opens a link of a mail (D15). Says what it led to; 'nothing' when auth accepted it without a session. */
async function openMailLink(link: OpenableLink): Promise<'session' | 'recovery' | 'nothing'> {
  const { data } =
    link.kind === 'token'
      ? await supabase.auth.verifyOtp({ token_hash: link.tokenHash, type: link.type })
      : await openSession(link)
  if (!data.session) return 'nothing'
  if (!link.recovery) return 'session'
  beginRecovery()
  return 'recovery'
}

/**
 * Opens a session whose access token the server knows, so that it is the person's whom the link named: auth-js would take
 * a token that has ended, whoever wrote it, and renew it to the person of the refresh token.
 */
async function openSession({ accessToken, refreshToken }: Extract<OpenableLink, { kind: 'session' }>) {
  await supabase.auth.getUser(accessToken)
  return supabase.auth.setSession({ access_token: accessToken, refresh_token: refreshToken })
}

export function useOpenEmailLink() {
  return useMutation({ mutationFn: openMailLink, meta: { failed: 'form' } })
}

/** Did auth refuse, with a reason; else the failure is unexpected: no server, or a broken one. */
export function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && !isTransient(error)
}

/** The field that a refusal is about, by its code. */
export function fieldOf(error: unknown): 'email' | 'password' | undefined {
  switch (errorCode(error)) {
    case 'weak_password':
    case 'same_password':
      return 'password'
    case 'email_address_invalid':
    case 'email_address_not_authorized':
      return 'email'
  }
}
