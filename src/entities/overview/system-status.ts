import { queryOptions, useQuery } from '@tanstack/react-query'
import { overviewKeys } from '@/entities/overview/counts'
import { connectionAwareFetch } from '@/lib/connection'
import { env } from '@/lib/env'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** `milliseconds` if it responded. */
export type Health = { state: 'well' | 'degraded' | 'unreachable'; milliseconds?: number }

/** From what auth recorded: `unknown` if that is old or nothing; without a time if the call failed (D23). */
export type EmailHealth = { state: Health['state'] | 'unknown'; lastEmailAt?: string | null }

type SystemStatus = { database: Health; auth: Health; email: EmailHealth; measuredAt: string }

/** In milliseconds; slower is degraded. */
const slow = 1_000
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
  return { state: milliseconds > slow ? 'degraded' : 'well', milliseconds }
}

/** One row of a small table; a retry would distort the measurement. */
function pingDatabase(signal: AbortSignal) {
  return supabase.from('app_settings').select('key').retry(false).limit(1).abortSignal(signal).throwOnError()
}

/** With the key in a header: hosted Supabase requires it for the health endpoint. */
async function pingAuth(signal: AbortSignal) {
  const response = await connectionAwareFetch(`${env.supabaseUrl}/auth/v1/health`, {
    headers: { apikey: env.anonKey },
    signal,
  })
  if (!response.ok) throw new Error(`Auth responded with status ${response.status}`)
  // A captive portal responds with 200 as well.
  await response.json()
}

/** Only a recent email shows that email works; the response time of the database does not. */
async function measureEmail(): Promise<EmailHealth> {
  const last: { at: string | null } = { at: null }
  const { state, milliseconds } = await measure(async (signal) => {
    const request = supabase.rpc('mail_status').retry(false).abortSignal(signal)
    const { data } = await request.single().throwOnError()
    last.at = data.last_mail_at
  })
  if (milliseconds === undefined) return { state }
  const isRecent = last.at !== null && Date.now() - Date.parse(last.at) < recent
  return { state: isRecent ? 'well' : 'unknown', lastEmailAt: last.at }
}

const statusQuery = queryOptions({
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
