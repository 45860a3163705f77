import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { ProfileInput } from '@/entities/profiles/own-schema'
import { useUser } from '@/entities/session/session'
import { errorMessage } from '@/lib/errors'
import { formatCount } from '@/lib/format'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type Profile = Tables<'profiles'>

export const profileQueries = {
  own: (userId: string) =>
    queryOptions({
      queryKey: ['profiles', 'own', userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('profiles')
          .select()
          .eq('id', userId)
          .abortSignal(signal)
          .single()
          .throwOnError()
        return data
      },
      ...cachedOffline(),
    }),
}

/** The signed-in person's profile; a missing row is an error (D19). */
export function useProfile() {
  return useQuery(profileQueries.own(useUser().id))
}

/** Saves name and phone of the own profile; answers the saved row. */
export function useUpdateProfile() {
  const { id } = useUser()
  return useMutation({
    mutationFn: async ({ name, phone }: ProfileInput) => {
      const { data } = await supabase
        .from('profiles')
        .update({ name, phone: phone || null })
        .eq('id', id)
        .select()
        .single()
        .throwOnError()
      return data
    },
    meta: {
      failed: (error) => ({
        title: 'Update Failed',
        description: errorMessage(error, 'An unexpected error occurred'),
      }),
    },
  })
}

/** Membership in words (chapter 4): 'Active' without an end, else the days that remain, rounded up, else 'Expired'. */
export function membershipStatus(endDate: string | null, now = new Date()): string {
  if (endDate === null) return 'Active'
  const days = Math.ceil((new Date(endDate).getTime() - now.getTime()) / 86_400_000)
  return days > 0 ? `${formatCount(days, 'day')} remaining` : 'Expired'
}
