import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Database } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

export type OverviewCounts = Database['public']['Functions']['admin_counts']['Returns'][number]

export const statisticsFailure = 'Failed to load dashboard statistics.'

export const overviewKeys = {
  counts: ['overview', 'counts'],
  pending: ['overview', 'pending'],
  tokenFlow: (step: string) => ['overview', 'token-flow', step],
  orderFlow: ['overview', 'order-flow'],
  systemStatus: ['overview', 'system-status'],
}

export const overviewQueries = {
  counts: queryOptions({
    queryKey: overviewKeys.counts,
    queryFn: async ({ signal }): Promise<OverviewCounts> => {
      const { data } = await supabase.rpc('admin_counts').abortSignal(signal).single().throwOnError()
      return data
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

export function usePendingCount(): number | undefined {
  return useQuery(overviewQueries.pending).data
}
