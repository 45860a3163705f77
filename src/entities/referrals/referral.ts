import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { NotInvitedError } from '@/entities/invitations/invitation'
import { useUser } from '@/entities/session/session'
import { readOne } from '@/entities/shared/read'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

const referralKeys = {
  own: (userId: string) => ['referrals', 'own', userId],
}

/** Does not reveal whether the email arrived or the address was a member's (D42). */
export type OwnInvitation = {
  id: string
  by_link: boolean
  /** Null for a link, and once erased (D12). */
  email: string | null
  /** Of the new member. */
  name: string | null
  state: 'sent' | 'opened' | 'joined' | 'expired' | 'revoked'
  at: string
  received: number
}

const ownQuery = (userId: string) =>
  queryOptions({
    queryKey: referralKeys.own(userId),
    queryFn: async ({ signal }) => {
      const data = await readOne(supabase.rpc('my_invitations'), signal)
      const { code, invitations } = data
      return { ...data, code: code as string | null, invitations: invitations as OwnInvitation[] }
    },
    refetchOnWindowFocus: 'always',
  })

export type MyInvitations = Awaited<ReturnType<NonNullable<ReturnType<typeof ownQuery>['queryFn']>>>

export function useMyInvitations() {
  return useQuery(ownQuery(useUser().id))
}

/** Resolves to whether the address is invited by an earlier attempt, after one whose response was lost. */
export function useSendInvitation() {
  const { id } = useUser()
  const unconfirmedEmail = useRef('')
  return useMutation({
    mutationFn: async ({ email, message }: { email: string; message: string }) => {
      const { data } = await supabase
        .rpc('send_invitations', { p_rows: [{ email }], p_message: message, p_dry_run: false })
        .throwOnError()
      const state = data[0]?.state
      const isEarlier = state === 'invited' && unconfirmedEmail.current === email
      if (state !== 'new' && !isEarlier) throw new NotInvitedError(String(state))
      return isEarlier
    },
    onError: (error, { email }, _result, { client }) => {
      if (errorCode(error) !== 'network') return
      unconfirmedEmail.current = email
      void client.invalidateQueries({ queryKey: referralKeys.own(id) })
    },
    meta: { failed: 'form' },
  })
}
