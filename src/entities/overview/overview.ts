import { queryOptions, useQuery } from '@tanstack/react-query'
import { read, readOne } from '@/entities/shared/read'
import type { Database } from '@/lib/database.types'
import { env } from '@/lib/env'
import { errorCode } from '@/lib/errors'
import { backendFetch } from '@/lib/fetch'
import { supabase } from '@/lib/supabase'

export type OverviewCounts = Database['public']['Functions']['admin_counts']['Returns'][number]

export type TodayCounts = {
  [Name in keyof TodayRow]: TodayRow[Name] extends string ? string | null : TodayRow[Name]
}
type TodayRow = Database['public']['Functions']['admin_today']['Returns'][number]

export const statisticsFailure = 'Failed to load dashboard statistics.'

const overviewKeys = {
  counts: ['overview', 'counts'],
  today: ['overview', 'today'],
  pending: ['overview', 'pending'],
  onTime: ['overview', 'on-time'],
  tokenFlow: (step: string) => ['overview', 'token-flow', step],
  systemStatus: ['overview', 'system-status'],
}

/** The exact counts of /admin, in one call (D20). */
export function useOverviewCounts() {
  return useQuery({
    queryKey: overviewKeys.counts,
    queryFn: ({ signal }): Promise<OverviewCounts> => readOne(supabase.rpc('admin_counts'), signal),
    refetchInterval: 60_000,
    meta: { failed: statisticsFailure },
  })
}

/** Of 30 days, without cancelled orders: how many are delivered or due, and how many were on time (D36). */
export function useOnTimeStats() {
  return useQuery({
    queryKey: overviewKeys.onTime,
    queryFn: ({ signal }) => readOne(supabase.rpc('on_time_figures'), signal),
  })
}

/** What needs a decision, each as its list counts it (D56, D57). */
export function useToday() {
  return useQuery({
    queryKey: overviewKeys.today,
    queryFn: async ({ signal }) =>
      // The generated types of functions lack null.
      (await readOne(supabase.rpc('admin_today'), signal)) as TodayCounts,
    refetchInterval: 60_000,
    meta: { failed: statisticsFailure },
  })
}

export function usePendingCount(): number | undefined {
  return useQuery({
    queryKey: overviewKeys.pending,
    queryFn: ({ signal }): Promise<number> => read(supabase.rpc('pending_orders'), signal),
    refetchInterval: 60_000,
  }).data
}

export type TokenStep = Database['public']['Functions']['token_flow']['Returns'][number]

export const tokenSteps = { day: 30, week: 12, month: 12 }
export type FlowStep = keyof typeof tokenSteps

/** Days start at the viewer's midnight (D27). */
const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const flowQueries = {
  tokens: (step: FlowStep) =>
    queryOptions({
      queryKey: overviewKeys.tokenFlow(step),
      queryFn: ({ signal }) =>
        read(supabase.rpc('token_flow', { p_step: step, p_steps: tokenSteps[step], p_zone: zone() }), signal),
      meta: { failed: statisticsFailure },
    }),
}

/** Oldest first, empty steps included. */
export function useTokenFlow(step: FlowStep) {
  return useQuery(flowQueries.tokens(step))
}

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
  meta: { prefetched: false },
})

/** Measured immediately and then once a minute (D23). */
export function useSystemStatus() {
  return useQuery(statusQuery)
}
