import { queryOptions, useQuery } from '@tanstack/react-query'
import { benefitKeys } from '@/entities/benefits/benefit'
import { supabase } from '@/lib/supabase'

/** The row limit of the hosted API (D20). */
const maxRows = 1000

const namesQuery = queryOptions({
  queryKey: benefitKeys.adminNames,
  queryFn: async ({ signal }) => {
    const { data } = await supabase
      .from('benefits')
      .select('id, name')
      .order('name')
      .order('id')
      .limit(maxRows)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** Sorted by name; includes inactive ones. */
export function useBenefitNames() {
  return useQuery(namesQuery)
}
