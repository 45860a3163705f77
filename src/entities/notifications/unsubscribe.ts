import { useMutation } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'

/** Works signed out, with the link of an email; undefined if the link is not valid (RFC 8058). */
export function useUnsubscribe() {
  return useMutation({
    mutationFn: async (token: string): Promise<string | undefined> => {
      const { data } = await supabase.rpc('unsubscribe', { p_token: token }).single().throwOnError()
      return data.ok ? data.kind : undefined
    },
    meta: { failed: 'form' },
  })
}
