import { queryOptions, useQuery } from '@tanstack/react-query'
import { paymentKeys } from '@/entities/payments/payment'
import { useUser } from '@/entities/session/session'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

const membershipQuery = (userId: string) =>
  queryOptions({
    queryKey: paymentKeys.membership(userId),
    queryFn: async ({ signal }) =>
      (await supabase.rpc('my_membership').abortSignal(signal).single().throwOnError()).data,
    // The texts about paying are absent without it.
    ...cachedOffline(),
  })

export type Membership = NonNullable<ReturnType<typeof useMembership>['data']>

/** Whether one can pay (`payments`: off, test or live), the state of the own membership, and what a year costs (D61, D62). */
export function useMembership() {
  return useQuery(membershipQuery(useUser().id))
}
