import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { readOne, send } from '@/entities/shared/read'
import { errorCode, errorMessage } from '@/lib/errors'
import { loadClient, supabase } from '@/lib/supabase'

export const privacyKeys = {
  all: ['privacy'],
  counts: (userId: string) => [...privacyKeys.all, 'counts', userId],
}

const countsQuery = (userId: string) =>
  queryOptions({
    queryKey: privacyKeys.counts(userId),
    queryFn: async ({ signal }) => {
      const data = await readOne(supabase.rpc('my_data_counts'), signal)
      return { ...data, requested_at: data.requested_at as string | null }
    },
  })

export type DataCounts = Awaited<ReturnType<NonNullable<ReturnType<typeof countsQuery>['queryFn']>>>

/** Also whether a deletion waits for confirmation by email. */
export function useDataCounts() {
  return useQuery(countsQuery(useUser().id))
}

/** Signs in again, as the database requires (D49). */
export function useRequestDeletion() {
  const { email } = useUser()
  return useMutation({
    mutationFn: async (password: string) => {
      const { auth } = await loadClient()
      await auth.signInWithPassword({ email, password })
      await supabase.rpc('request_deletion').throwOnError()
    },
    meta: { failed: 'form' },
  })
}

export function useConfirmDeletion() {
  return useMutation({
    mutationFn: (token: string) => send(supabase.rpc('confirm_deletion', { p_token: token })),
    meta: {
      failed: (error) =>
        errorCode(error) === 'network'
          ? {
              title: 'The deletion may have been confirmed',
              description: 'The server did not respond. It is safe to try again.',
            }
          : { title: 'Your account stays for now', description: deletionRefusal(error) },
      inPlace: true,
    },
  })
}

export function deletionRefusal(error: unknown): string {
  switch (errorCode(error)) {
    case 'last_admin':
      return 'You are the last admin. Make somebody else an admin first.'
    case 'deletion_not_found':
      return 'This link is no longer valid. It works for a day, and only the newest one. You can ask again below.'
    case 'rate_limited':
      return 'You have asked five times in a day. Please try again tomorrow.'
    default:
      return errorMessage(error, 'Nothing was changed. Please try again.')
  }
}
