import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Database } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

/** How many there are of everything, and of those that matter (admin_counts). */
export type OverviewCounts = Database['public']['Functions']['admin_counts']['Returns'][number]

/** The toast of figures that could not be loaded (chapter 8). */
export const statisticsFailure = 'Failed to load dashboard statistics.'

export const overviewQueries = {
  counts: queryOptions({
    queryKey: ['overview', 'counts'],
    queryFn: async ({ signal }): Promise<OverviewCounts> => {
      const { data } = await supabase.rpc('admin_counts').abortSignal(signal).single().throwOnError()
      return data
    },
    refetchInterval: 60_000,
    meta: { failed: statisticsFailure },
  }),
  /** One count on every admin page; a failure of it is not told, the menu goes without. */
  pending: queryOptions({
    queryKey: ['overview', 'pending'],
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

/** How many orders are pending: the figure in the menu; undefined while nobody knows. */
export function usePendingCount(): number | undefined {
  return useQuery(overviewQueries.pending).data
}
