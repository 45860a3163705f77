import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { finishedFactors } from '@/entities/session/assurance'
import { brand } from '@/lib/brand'
import { env } from '@/lib/env'
import { type ErrorMessages, errorCode, errorDetail, errorMessage, toNetworkError } from '@/lib/errors'
import { supabase, withTokenRefresh } from '@/lib/supabase'
import { latinDigits } from '@/lib/text'
import { validatedFetch } from '@/lib/validated-fetch'

type Refusal = { error_code?: string; msg?: string }
type Tokens = { access_token: string; refresh_token: string }
export type NewFactor = { id: string; secret: string; uri: string }

class AuthRefusal extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
  ) {
    super(message)
  }
}

const send = withTokenRefresh(validatedFetch)

/** Without auth-js, whose lazy stand-in would add these calls to the first load of every page. */
async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const token = (await supabase.auth.getSession()).data.session?.access_token
  const headers = {
    apikey: env.anonKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const response = await send(`${env.supabaseUrl}/auth/v1/${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  }).catch((error: unknown) => {
    throw toNetworkError(error)
  })
  const answer: Answer & Refusal = await response.json()
  if (response.ok) return answer
  throw new AuthRefusal(answer.msg ?? '', answer.error_code ?? '', response.status)
}

/** Adopts the tokens of a stronger or weaker session. */
async function take({ access_token, refresh_token }: Tokens) {
  await supabase.auth.setSession({ access_token, refresh_token })
}

/** Adopts what has changed about this session's level and authenticators. */
export async function renewTokens(): Promise<void> {
  const { session } = (await supabase.auth.getSession()).data
  const body = { refresh_token: session?.refresh_token }
  await take(await ask<Tokens>('POST', 'token?grant_type=refresh_token', body))
}

async function listed() {
  const { data } = await supabase.auth.getUser()
  return data.user?.factors ?? []
}

const factorsQuery = queryOptions({
  queryKey: ['second-factor', 'authenticators'],
  queryFn: async () => finishedFactors(await listed()),
})

export function useFactors() {
  return useQuery(factorsQuery)
}

/** Removes unfinished authenticators first. */
async function begin(friendly_name: string): Promise<NewFactor> {
  for (const { id, status } of await listed()) {
    if (status !== 'verified') await ask('DELETE', `factors/${id}`)
  }
  const body = { factor_type: 'totp', friendly_name, issuer: brand.name }
  const { id, totp } = await ask<{ id: string; totp: NewFactor }>('POST', 'factors', body)
  return { id, secret: totp.secret, uri: totp.uri }
}

type Attempt = { id: string; code: string }

/** Gives this session the second factor; ends sessions without it. */
export async function verifyCode({ id, code }: Attempt): Promise<void> {
  const { id: challenge_id } = await ask<{ id: string }>('POST', `factors/${id}/challenge`, {})
  const body = { challenge_id, code: latinDigits(code).replace(/\s/g, '') }
  await take(await ask<Tokens>('POST', `factors/${id}/verify`, body))
}

/** With a code of any authenticator. If it is of the removed one, this session loses its second factor. */
async function remove({ removed, ...attempt }: Attempt & { removed: string }): Promise<void> {
  await verifyCode(attempt)
  await ask('DELETE', `factors/${removed}`)
  await renewTokens()
}

export function useBeginFactor() {
  return useMutation({ mutationFn: begin, meta: { failed: 'form' } })
}

export function useVerifyCode() {
  return useMutation({ mutationFn: verifyCode, meta: { failed: 'form' } })
}

export function useRemoveFactor() {
  return useMutation({ mutationFn: remove, meta: { failed: 'form' } })
}

export function useSaveRequirement() {
  return useMutation({
    mutationFn: async (required: boolean) => {
      await supabase
        .from('app_settings')
        .upsert({ key: 'require_second_factor', value: required ? '1' : '0' })
        .throwOnError()
    },
    meta: { failed: 'form' },
  })
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
