import { queryOptions, useQuery } from '@tanstack/react-query'
import { benefitKeys } from '@/entities/benefits/benefit'
import { read } from '@/entities/shared/read'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type Category = Tables<'categories'>

const categoriesQuery = queryOptions({
  queryKey: benefitKeys.categories,
  queryFn: ({ signal }) =>
    read(supabase.from('categories').select('*').order('position').order('name'), signal),
  ...offlineCacheOptions(),
})

/** Read only if `needed`. */
export function useCategories(needed = true) {
  return useQuery({ ...categoriesQuery, enabled: needed })
}

/** Refetched on every opening, for editing. */
export function useEditedCategories() {
  return useQuery({ ...categoriesQuery, staleTime: 0 })
}
