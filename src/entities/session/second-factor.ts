import { useMutation, useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { finishedFactors } from '@/entities/session/assurance'
import { brand } from '@/lib/brand'
import { type ErrorMessages, errorCode, errorDetail, errorMessage } from '@/lib/errors'
import { InvalidResponseError } from '@/lib/fetch'
import { loadClient, supabase } from '@/lib/supabase'
import { latinDigits, removeHidden } from '@/lib/text'

export type NewFactor = { id: string; secret: string; uri: string }

async function listFactors() {
  const { auth } = await loadClient()
  const { data } = await auth.getUser()
  return data.user?.factors ?? []
}

export function useFactors() {
  return useQuery({
    queryKey: ['second-factor', 'authenticators'],
    queryFn: async () => finishedFactors(await listFactors()),
  })
}

/** Removes unfinished authenticators first. */
async function enrollFactor(friendlyName: string): Promise<NewFactor> {
  const { auth } = await loadClient()
  for (const { id, status } of await listFactors()) {
    if (status !== 'verified') await auth.mfa.unenroll({ factorId: id })
  }
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: brand.name })
  // Auth calls throw, so there is always one.
  if (!data) throw new InvalidResponseError('The response has no authenticator')
  return { id: data.id, secret: data.totp.secret, uri: data.totp.uri }
}

type Attempt = { id: string; code: string }

/** A one-time code as auth takes it, of what was typed or pasted (D59). */
const oneTimeCode = (typed: string) => latinDigits(removeHidden(typed)).replace(/\s/g, '')

/** Gives this session the second factor; ends sessions without it. */
export async function verifyCode({ id, code }: Attempt): Promise<void> {
  const { auth } = await loadClient()
  await auth.mfa.challengeAndVerify({ factorId: id, code: oneTimeCode(code) })
}

/** With a code of any authenticator. If it is of the removed one, this session loses its second factor. */
async function removeFactor({ removed, ...attempt }: Attempt & { removed: string }): Promise<void> {
  await verifyCode(attempt)
  const { auth } = await loadClient()
  await auth.mfa.unenroll({ factorId: removed })
  await auth.refreshSession()
}

export function useEnrollFactor() {
  return useMutation({ mutationFn: enrollFactor, meta: { failed: 'form' } })
}

export function useVerifyCode() {
  return useMutation({ mutationFn: verifyCode, meta: { failed: 'form' } })
}

export function useRemoveFactor() {
  return useMutation({ mutationFn: removeFactor, meta: { failed: 'form' } })
}

const codeRefusals: ErrorMessages = {
  mfa_verification_failed: 'This code is not right, or no longer valid. Enter the one shown now.',
  mfa_challenge_expired: 'That took too long. Enter the code shown now.',
}

/** Undefined for failures that do not concern the code. */
function codeRefusal(error: unknown): string | undefined {
  return codeRefusals[errorCode(error)]
}

const messages: ErrorMessages = {
  over_request_rate_limit: 'Too many tries. Wait a minute, then try again.',
  mfa_factor_name_conflict: 'You already have an authenticator with this name.',
  too_many_enrolled_mfa_factors: 'You have ten authenticators. Remove one first.',
  insufficient_aal: 'Enter a code from your authenticator first.',
}

/** Undefined without an error, or if only the code was refused (`codeRefusal`). */
export function factorProblem(error: unknown): string | undefined {
  if (!error || codeRefusal(error)) return undefined
  if (errorCode(error) === 'admins_lack_second_factor')
    return `Every admin needs one first. Still without: ${errorDetail(error)}.`
  return messages[errorCode(error)] ?? errorMessage(error, 'That did not work. Please try again.')
}

export function useCodeEntry() {
  const ref = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  return {
    field: {
      ref,
      value,
      error,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setValue(target.value)
        setError(undefined)
      },
    },
    /** Returns whether it can be a code; otherwise shows the error and focuses the field. */
    check(): boolean {
      const isCode = /^\d{6}$/.test(oneTimeCode(value))
      setError(isCode ? undefined : 'Enter the six digits of the code.')
      if (!isCode) ref.current?.focus()
      return isCode
    },
    /** Returns whether `cause` refuses the code; then shows why and selects the code. */
    refuse(cause: unknown): boolean {
      const refusal = codeRefusal(cause)
      if (refusal) {
        setError(refusal)
        ref.current?.select()
      }
      return Boolean(refusal)
    },
  }
}

/** Wrong or used: the server does not say which. */
class RecoveryCodeRefused extends Error {
  readonly code = 'code_refused'
}

/** Instead of a lost authenticator: removes all of them, and the session needs no code from then on (D54). */
export function useRecoveryCode() {
  return useMutation({
    mutationFn: async (code: string) => {
      const { data } = await supabase.rpc('use_recovery_code', { p_code: code }).throwOnError()
      if (!data) throw new RecoveryCodeRefused()
      const { auth } = await loadClient()
      await auth.refreshSession()
    },
    meta: { failed: 'form' },
  })
}

/** Undefined for failures that do not concern the code. */
export function recoveryCodeProblem(error: unknown): string | undefined {
  if (errorCode(error) === 'code_refused') return 'This recovery code is not right, or was used already.'
  return errorCode(error) === 'rate_limited' ? 'Too many tries. Wait a minute, then try again.' : undefined
}

/** Ten new ones, which replace the earlier ones and are never shown again. */
export function useCreateRecoveryCodes() {
  return useMutation({
    mutationFn: async () => {
      const { data } = await supabase.rpc('create_recovery_codes').throwOnError()
      return data.map(({ code }) => code)
    },
    meta: { failed: 'form' },
  })
}
