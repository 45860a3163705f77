import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { profileKeys } from '@/entities/profiles/profile'
import type { ProfileInput } from '@/entities/profiles/schemas'
import { useUser } from '@/entities/session/session'
import { errorMessage } from '@/lib/errors'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

export const profileQueries = {
  own: (userId: string) =>
    queryOptions({
      queryKey: profileKeys.own(userId),
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

/** A missing row is an error (D19). */
export function useProfile() {
  return useQuery(profileQueries.own(useUser().id))
}

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
