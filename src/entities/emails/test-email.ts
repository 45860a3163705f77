import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { testEmailFailure } from '@/entities/emails/messages'
import type { TemplateName } from '@/entities/emails/templates'
import { supabase } from '@/lib/supabase'

const emailKeys = {
  preview: (name: TemplateName) => ['emails', 'preview', name],
  test: (id: string) => ['emails', 'test', id],
}

/** Queues a template with sample values for the caller; returns the id of the test. */
export function useSendTestEmail() {
  return useMutation({
    mutationFn: async (p_template: TemplateName): Promise<string> => {
      const { data } = await supabase.rpc('send_test_email', { p_template }).throwOnError()
      return data
    },
    meta: { failed: testEmailFailure },
  })
}

const testQuery = (id: string) =>
  queryOptions({
    queryKey: emailKeys.test(id),
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('test_email', { p_id: id })
        .abortSignal(signal)
        .single()
        .throwOnError()
      return data
    },
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 1_000 : false),
  })

/** Polled every second until the email was sent or given up. */
export function useTestEmail(id: string | undefined) {
  return useQuery({ ...testQuery(id ?? ''), enabled: id !== undefined }).data
}
