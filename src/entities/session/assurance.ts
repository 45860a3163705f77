import { queryOptions, useQuery } from '@tanstack/react-query'
import { readOne } from '@/entities/shared/read'
import { storedSession, supabase } from '@/lib/supabase'

export type Factor = { id: string; name: string; addedAt: string }

type ListedFactor = { id: string; friendly_name?: string; status: string; created_at: string }

/** Leaves out authenticators whose setup was not finished. */
export function finishedFactors(factors: ListedFactor[] = []): Factor[] {
  return factors
    .filter(({ status }) => status === 'verified')
    .map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name || 'Authenticator',
      addedAt: created_at,
    }))
}

/** As the stored session lists them. */
export function ownFactors(): Factor[] {
  return finishedFactors(storedSession()?.user.factors)
}

export const mySecondFactorQuery = queryOptions({
  queryKey: ['second-factor', 'mine'],
  queryFn: ({ signal }) => readOne(supabase.rpc('my_second_factor'), signal),
})

/** Whether admins need a second factor, whether one's own is approved, and how many recovery codes are left (D54). */
export function useMySecondFactor() {
  return useQuery(mySecondFactorQuery)
}
