import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { NotInvited } from '@/entities/invitations/messages'
import { type OwnInvitation, referralKeys } from '@/entities/referrals/referral'
import { useUser } from '@/entities/session/session'
import { errorCode } from '@/lib/errors'
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

/** Resolves to 'before' if an attempt whose response was lost has invited the address, or an earlier one. */
export function useSendInvitation() {
  const { id } = useUser()
  const client = useQueryClient()
  const lost = useRef(new Set<string>())
  return useMutation({
    mutationFn: async ({ email, message }: { email: string; message: string }): Promise<'now' | 'before'> => {
      const { data } = await supabase
        .rpc('send_invitations', { p_rows: [{ email }], p_message: message, p_dry_run: false })
        .throwOnError()
      const state = data[0]?.state
      if (state === 'new') return 'now'
      if (state === 'invited' && lost.current.has(email)) return 'before'
      throw new NotInvited(String(state))
    },
    onError: (error, { email }) => {
      if (errorCode(error) !== 'network') return
      lost.current.add(email)
      void client.invalidateQueries({ queryKey: referralKeys.own(id) })
    },
    meta: { failed: 'form' },
  })
}
