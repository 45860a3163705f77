import { type InfiniteData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Benefit, benefitKeys } from '@/entities/benefits/benefit'
import { rowOrNull } from '@/entities/shared/detail'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

const benefitQuery = (id: string) =>
  queryOptions({
    queryKey: benefitKeys.detail(id),
    queryFn: ({ signal }) =>
      rowOrNull<Benefit>(
        supabase
          .from('benefits')
          .select('*')
          .eq('id', id)
          .eq('is_active', true)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError(),
      ),
    ...cachedOffline(),
  })

/** Null if there is no such benefit, or it is inactive. Shows the row of a loaded catalogue until the response arrives. */
export function useBenefit(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...benefitQuery(id),
    placeholderData: () =>
      client
        .getQueriesData<InfiniteData<{ rows: Benefit[] }>>({ queryKey: benefitKeys.lists })
        .flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? [])
        .find((benefit) => benefit.id === id),
  })
}
