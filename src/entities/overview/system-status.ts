import { queryOptions, useQuery } from '@tanstack/react-query'
import { overviewKeys } from '@/entities/overview/counts'
import type { Database } from '@/lib/database.types'
import { env } from '@/lib/env'
import { errorCode } from '@/lib/errors'
import { backendFetch } from '@/lib/fetch'
import { supabase } from '@/lib/supabase'

/** `milliseconds` if it responded. */
export type Health = { state: 'well' | 'degraded' | 'unreachable'; milliseconds?: number }

/** Degraded if emails were given up or wait, unknown without a recent one; no time if the call failed (D23, D37). */
export type EmailHealth = {
  state: Health['state'] | 'unknown'
  lastEmailAt?: string | null
  /** Emails that have waited for more than five minutes. */
  late?: number
  /** Emails given up in the last seven days, and the most frequent reason. */
  givenUp?: number
  problem?: string | null
}

export type SystemStatus = { database: Health; auth: Health; email: EmailHealth; measuredAt: string }

/** In milliseconds; slower is degraded. */
const degradedAfterMs = 1_000
const timeoutMs = 10_000

/** An older email says nothing about today. */
const recent = 7 * 24 * 60 * 60 * 1000

async function measure(call: (signal: AbortSignal) => PromiseLike<unknown>): Promise<Health> {
  const began = performance.now()
  try {
    await call(AbortSignal.timeout(timeoutMs))
  } catch (error) {
    const noResponse = errorCode(error) === 'network' || performance.now() - began >= timeoutMs
    return { state: noResponse ? 'unreachable' : 'degraded' }
  }
  const milliseconds = Math.round(performance.now() - began)
  return { state: milliseconds > degradedAfterMs ? 'degraded' : 'well', milliseconds }
}

/** One row of a small table; a retry would distort the measurement. */
function pingDatabase(signal: AbortSignal) {
  return supabase.from('app_settings').select('key').retry(false).limit(1).abortSignal(signal).throwOnError()
}

/** With the key in a header: hosted Supabase requires it for the health endpoint. */
async function pingAuth(signal: AbortSignal) {
  const response = await backendFetch(`${env.supabaseUrl}/auth/v1/health`, {
    headers: { apikey: env.anonKey },
    signal,
  })
  if (!response.ok) throw new Error(`Auth responded with status ${response.status}`)
}

type EmailStatus = Database['public']['Functions']['email_status']['Returns'][number]

/** Only a recent email shows that email works; the response time of the database does not. */
async function measureEmail(): Promise<EmailHealth> {
  const found: { status?: EmailStatus } = {}
  const { state } = await measure(async (signal) => {
    const request = supabase.rpc('email_status').retry(false).abortSignal(signal)
    found.status = (await request.single().throwOnError()).data
  })
  if (!found.status) return { state }
  const { last_email_at, late, given_up, given_up_error } = found.status
  const isRecent = last_email_at !== null && Date.now() - Date.parse(last_email_at) < recent
  return {
    state: late + given_up > 0 ? 'degraded' : isRecent ? 'well' : 'unknown',
    lastEmailAt: last_email_at,
    late,
    givenUp: given_up,
    problem: given_up_error,
  }
}

export const statusQuery = queryOptions({
  queryKey: overviewKeys.systemStatus,
  queryFn: async (): Promise<SystemStatus> => {
    const [database, auth, email] = await Promise.all([
      measure(pingDatabase),
      measure(pingAuth),
      measureEmail(),
    ])
    return { database, auth, email, measuredAt: new Date().toISOString() }
  },
  refetchInterval: 60_000,
  meta: { measured: true },
})

/** Measured immediately and then once a minute (D23). */
export function useSystemStatus() {
  return useQuery(statusQuery)
}
