import { queryOptions, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { supabase } from '@/lib/supabase'

export const privacyKeys = {
  all: ['privacy'],
  counts: (userId: string) => [...privacyKeys.all, 'counts', userId],
}

const countsQuery = (userId: string) =>
  queryOptions({
    queryKey: privacyKeys.counts(userId),
    queryFn: async ({ signal }) => {
      const { data } = await supabase.rpc('my_data_counts').abortSignal(signal).single().throwOnError()
      return { ...data, requested_at: data.requested_at as string | null }
    },
  })

export type DataCounts = Awaited<ReturnType<NonNullable<ReturnType<typeof countsQuery>['queryFn']>>>

/** Also whether a deletion waits for confirmation by email. */
export function useDataCounts() {
  return useQuery(countsQuery(useUser().id))
}
