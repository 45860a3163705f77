import { useMutation } from '@tanstack/react-query'
import { supabase } from '@/lib/supabase'
import { invitationProblem } from './messages'

type Resend = { id: string /** Another address, which it is sent to instead. */; email?: string }

async function resend({ id, email }: Resend) {
  const call =
    email !== undefined
      ? supabase.rpc('correct_invitation', { p_code_id: id, p_email: email })
      : supabase.rpc('resend_invitation', { p_code_id: id })
  await call.throwOnError()
}

/** For forms, which show a failure themselves. */
export function useResendInvitationForm() {
  return useMutation({ mutationFn: resend, meta: { failed: 'form' } })
}

/** Shows a failure as a toast. */
export function useResendInvitation() {
  return useMutation({
    mutationFn: resend,
    meta: {
      failed: (error) => ({
        title: 'The invitation was not sent',
        description: invitationProblem(error, 'It may not have been sent again.'),
      }),
    },
  })
}

export function useRevokeInvitation() {
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.rpc('revoke_invitation', { p_code_id: id }).throwOnError()
    },
    meta: { failed: 'form' },
  })
}
