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

/** A round trip that takes longer than this is not healthy. */
const slow = 1_000

/** Times one call: well, or degraded when it is slow or refused, or unreachable when nothing answered. */
async function measure(call: () => PromiseLike<unknown>): Promise<Health> {
  const began = performance.now()
  try {
    await call()
  } catch (error) {
    return { state: errorCode(error) === 'network' ? 'unreachable' : 'degraded' }
  }
  const milliseconds = Math.round(performance.now() - began)
  return { state: milliseconds > slow ? 'degraded' : 'well', milliseconds }
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
    queryFn: async ({ signal }): Promise<SystemStatus> => {
      const [database, auth] = await Promise.all([
        measure(() =>
          supabase.from('app_settings').select('key').limit(1).abortSignal(signal).throwOnError(),
        ),
        measure(() => askAuth(signal)),
      ])
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
