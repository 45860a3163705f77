import { queryOptions, useQuery } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

export const mySecondFactorQuery = queryOptions({
  queryKey: ['second-factor', 'mine'],
  queryFn: async ({ signal }) => {
    const { data } = await supabase.rpc('my_second_factor').abortSignal(signal).single().throwOnError()
    return data
  },
})

/** Whether admins need a second factor, whether one's own is approved, and how many recovery codes are left (D54). */
export function useMySecondFactor() {
  return useQuery(mySecondFactorQuery)
}
