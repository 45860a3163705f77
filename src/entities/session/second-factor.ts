import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { finishedFactors } from '@/entities/session/assurance'
import { brand } from '@/lib/brand'
import { type ErrorMessages, errorCode, errorDetail, errorMessage } from '@/lib/errors'
import { InvalidResponseError } from '@/lib/fetch'
import { loadClient } from '@/lib/supabase'
import { latinDigits, removeHidden } from '@/lib/text'

export type NewFactor = { id: string; secret: string; uri: string }

async function listFactors() {
  const { auth } = await loadClient()
  const { data } = await auth.getUser()
  return data.user?.factors ?? []
}

const factorsQuery = queryOptions({
  queryKey: ['second-factor', 'authenticators'],
  queryFn: async () => finishedFactors(await listFactors()),
})

export function useFactors() {
  return useQuery(factorsQuery)
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
export const oneTimeCode = (typed: string) => latinDigits(removeHidden(typed)).replace(/\s/g, '')

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
export function codeRefusal(error: unknown): string | undefined {
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
