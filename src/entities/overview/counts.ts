import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Database } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

export type OverviewCounts = Database['public']['Functions']['admin_counts']['Returns'][number]

export type TodayCounts = {
  [Name in keyof TodayRow]: TodayRow[Name] extends string ? string | null : TodayRow[Name]
}
type TodayRow = Database['public']['Functions']['admin_today']['Returns'][number]

export const statisticsFailure = 'Failed to load dashboard statistics.'

export const overviewKeys = {
  counts: ['overview', 'counts'],
  today: ['overview', 'today'],
  pending: ['overview', 'pending'],
  onTime: ['overview', 'on-time'],
  tokenFlow: (step: string) => ['overview', 'token-flow', step],
  systemStatus: ['overview', 'system-status'],
}

const overviewQueries = {
  counts: queryOptions({
    queryKey: overviewKeys.counts,
    queryFn: async ({ signal }): Promise<OverviewCounts> => {
      const { data } = await supabase.rpc('admin_counts').abortSignal(signal).single().throwOnError()
      return data
    },
    refetchInterval: 60_000,
    meta: { failed: statisticsFailure },
  }),
  today: queryOptions({
    queryKey: overviewKeys.today,
    queryFn: async ({ signal }) => {
      const { data } = await supabase.rpc('admin_today').abortSignal(signal).single().throwOnError()
      // The generated types of functions lack null.
      return data as TodayCounts
    },
    refetchInterval: 60_000,
    meta: { failed: statisticsFailure },
  }),
  /** A failure is not reported: the menu shows no count. */
  pending: queryOptions({
    queryKey: overviewKeys.pending,
    queryFn: async ({ signal }): Promise<number> => {
      const { data } = await supabase.rpc('pending_orders').abortSignal(signal).throwOnError()
      return data
    },
    refetchInterval: 60_000,
  }),
}

/** The exact counts of /admin, in one call (D20). */
export function useOverviewCounts() {
  return useQuery(overviewQueries.counts)
}

const onTimeQuery = queryOptions({
  queryKey: overviewKeys.onTime,
  queryFn: async ({ signal }) => {
    const { data } = await supabase.rpc('on_time_figures').abortSignal(signal).single().throwOnError()
    return data
  },
})

/** Of 30 days, without cancelled orders: how many are delivered or due, and how many were on time (D36). */
export function useOnTimeFigures() {
  return useQuery(onTimeQuery)
}

/** What needs a decision, each as its list counts it (D56, D57). */
export function useToday() {
  return useQuery(overviewQueries.today)
}

export function usePendingCount(): number | undefined {
  return useQuery(overviewQueries.pending).data
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
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('token_flow', { p_step: step, p_steps: tokenSteps[step], p_zone: zone() })
          .abortSignal(signal)
          .throwOnError()
        return data
      },
      meta: { failed: statisticsFailure },
    }),
}

/** Oldest first, empty steps included. */
export function useTokenFlow(step: FlowStep) {
  return useQuery(flowQueries.tokens(step))
}
