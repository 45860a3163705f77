import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { NotInvited } from '@/entities/invitations/messages'
import { type OwnInvitation, referralKeys } from '@/entities/referrals/referral'
import { useUser } from '@/entities/session/session'
import { supabase } from '@/lib/supabase'

const ownQuery = (userId: string) =>
  queryOptions({
    queryKey: referralKeys.own(userId),
    queryFn: async ({ signal }) => {
      const { data } = await supabase.rpc('my_invitations').abortSignal(signal).single().throwOnError()
      const { code, invitations } = data
      return { ...data, code: code as string | null, invitations: invitations as OwnInvitation[] }
    },
    refetchOnWindowFocus: 'always',
  })

export type MyInvitations = Awaited<ReturnType<NonNullable<ReturnType<typeof ownQuery>['queryFn']>>>

export function useMyInvitations() {
  return useQuery(ownQuery(useUser().id))
}

export function useSendInvitation() {
  return useMutation({
    mutationFn: async ({ email, message }: { email: string; message: string }) => {
      const { data } = await supabase
        .rpc('send_invitations', { p_rows: [{ email }], p_message: message, p_dry_run: false })
        .throwOnError()
      const state = data[0]?.state
      if (state !== 'new') throw new NotInvited(String(state))
    },
    meta: { failed: 'form' },
  })
}
