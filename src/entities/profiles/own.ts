import { useMutation } from '@tanstack/react-query'
import type { ProfileInput } from '@/entities/profiles/schemas'
import { useUser } from '@/entities/session/session'
import { errorMessage } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

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
