import { queryOptions, useQuery } from '@tanstack/react-query'
import { env } from '@/lib/env'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** The six figures of /admin. */
export type Counts = Record<
  'users' | 'benefits' | 'orders' | 'pending' | 'tokenCodes' | 'inviteCodes',
  number
>

type Table = 'profiles' | 'benefits' | 'orders' | 'redeem_codes' | 'invite_codes'

/** An exact count of id (chapter 7). */
async function countOf(table: Table, signal: AbortSignal): Promise<number> {
  const { count } = await supabase
    .from(table)
    .select('id', { count: 'exact', head: true })
    .abortSignal(signal)
    .throwOnError()
  return count ?? 0
}

async function countPending(signal: AbortSignal): Promise<number> {
  const { count } = await supabase
    .from('orders')
    .select('id', { count: 'exact', head: true })
    .eq('status', 'pending')
    .abortSignal(signal)
    .throwOnError()
  return count ?? 0
}

/** How one part of the backend did: `milliseconds` when it answered, `unreachable` when nothing came back. */
export type Health = { state: 'well' | 'degraded' | 'unreachable'; milliseconds?: number }
export type SystemStatus = { database: Health; auth: Health; measuredAt: string }

/** A round trip that takes longer than this is not healthy; after `patience` nobody waits for it. */
const slow = 1_000
const patience = 10_000

/** Times one call: well, or degraded when it is slow or refused, or unreachable when nothing answers. */
async function measure(call: (signal: AbortSignal) => PromiseLike<unknown>): Promise<Health> {
  const began = performance.now()
  try {
    await call(AbortSignal.timeout(patience))
  } catch (error) {
    const unanswered = errorCode(error) === 'network' || performance.now() - began >= patience
    return { state: unanswered ? 'unreachable' : 'degraded' }
  }
  const milliseconds = Math.round(performance.now() - began)
  return { state: milliseconds > slow ? 'degraded' : 'well', milliseconds }
}

/** One row of a small table, asked once: a retry would measure something else. */
function askDatabase(signal: AbortSignal) {
  return supabase.from('app_settings').select('key').retry(false).limit(1).abortSignal(signal).throwOnError()
}

async function askAuth(signal: AbortSignal) {
  const answer = await fetch(`${env.supabaseUrl}/auth/v1/health`, {
    headers: { apikey: env.anonKey },
    signal,
  })
  if (!answer.ok) throw new Error(`auth answered ${answer.status}`)
}

export const overviewQueries = {
  counts: queryOptions({
    queryKey: ['overview', 'counts'],
    queryFn: async ({ signal }): Promise<Counts> => {
      const [users, benefits, orders, pending, tokenCodes, inviteCodes] = await Promise.all([
        countOf('profiles', signal),
        countOf('benefits', signal),
        countOf('orders', signal),
        countPending(signal),
        countOf('redeem_codes', signal),
        countOf('invite_codes', signal),
      ])
      return { users, benefits, orders, pending, tokenCodes, inviteCodes }
    },
    meta: { failed: 'Failed to load dashboard statistics.' },
  }),

  status: queryOptions({
    queryKey: ['overview', 'status'],
    queryFn: async (): Promise<SystemStatus> => {
      const [database, auth] = await Promise.all([measure(askDatabase), measure(askAuth)])
      return { database, auth, measuredAt: new Date().toISOString() }
    },
    refetchInterval: 60_000,
  }),
}

/** The exact counts of /admin. */
export function useCounts() {
  return useQuery(overviewQueries.counts)
}

/** The health of the backend, measured now and then once a minute (D23). */
export function useSystemStatus() {
  return useQuery(overviewQueries.status)
}
