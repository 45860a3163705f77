import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type OrderFilters, type OrderSort, orderFilter } from '@/entities/orders/admin-list'
import { orderKeys } from '@/entities/orders/order'
import { cappedCount } from '@/entities/shared/keyset'
import { read, send } from '@/entities/shared/read'
import type { Json } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

export type SavedView = { id: string; name: string; filter: Json; sort: string }

export function useSavedViews() {
  return useQuery({
    queryKey: orderKeys.adminViews,
    queryFn: ({ signal }): Promise<SavedView[]> =>
      read(
        supabase.from('admin_views').select('id, name, filter, sort').order('position').order('created_at'),
        signal,
      ),
  })
}

/** The number of matches of each filter, in the same order; those of a search may be capped (D20). */
export function useViewCounts(filters: readonly object[]) {
  return useQuery({
    queryKey: orderKeys.adminViewCounts(filters),
    queryFn: ({ signal }) => read(supabase.rpc('view_counts', { p_filters: filters as Json[] }), signal),
    select: (counts) => counts.map((count, index) => cappedCount(count, 'search' in (filters[index] ?? {}))),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    refetchInterval: 60_000,
  })
}

type NewView = { name: string; filters: OrderFilters; sort: OrderSort }

/** With its days as they are, which begin at another moment in another time zone. */
export function viewFilter(filters: OrderFilters) {
  const { from, to } = filters
  return { ...orderFilter(filters), ...(from && { from }), ...(to && { to }) }
}

export function useSaveView() {
  return useMutation({
    mutationFn: ({ name, filters, sort }: NewView) =>
      send(supabase.from('admin_views').insert({ name, filter: viewFilter(filters), sort })),
    meta: { failed: 'Failed to save the view', inPlace: true, refreshes: orderKeys.all },
  })
}

export function useDeleteView() {
  return useMutation({
    mutationFn: async (id: string) => {
      // Requests a body, so that a truncated response is noticed.
      await supabase.from('admin_views').delete().eq('id', id).select('id').throwOnError()
    },
    meta: { failed: 'Failed to delete the view', inPlace: true, refreshes: orderKeys.all },
  })
}
