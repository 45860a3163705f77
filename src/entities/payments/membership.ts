import { useQuery } from '@tanstack/react-query'
import { profileKeys } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { readOne } from '@/entities/shared/read'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

export type Membership = NonNullable<ReturnType<typeof useMembership>['data']>

export type DueAction = 'pay' | 'renew'

/** What has to be done before anything can be redeemed; undefined if nothing (D61, D62). */
export const dueAction = (membership: Membership | undefined): DueAction | undefined =>
  membership?.must_pay ? (membership.state === 'inactive' ? 'pay' : 'renew') : undefined

/** Whether one can pay (`payments`: off, test or live), the state of the own membership, and what a year costs (D61, D62). */
export function useMembership() {
  const userId = useUser().id
  return useQuery({
    // It follows from the dates of the profile, and changes with them.
    queryKey: [...profileKeys.all, 'membership', userId],
    queryFn: ({ signal }) => readOne(supabase.rpc('my_membership'), signal),
    // The texts about paying are absent without it.
    ...offlineCacheOptions(),
  })
}
