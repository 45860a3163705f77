import { useMutation } from '@tanstack/react-query'
import { send } from '@/entities/shared/read'
import { type ErrorMessages, errorCode, errorDetail, explainError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

export const invalidAddress = 'Enter one email address, as in colleague@company.example.'
const invited = 'This address was invited in the last 30 days.'

/** The address was not invited; `state` is what send_invitations() returned for it. */
export class NotInvitedError extends Error {
  readonly state: string

  constructor(state: string) {
    super(state)
    this.state = state
  }
}

const states: Record<string, string> = {
  invalid: invalidAddress,
  invited,
  over_quota: 'You have none left, or have sent ten emails to others within a day.',
  member: 'This person is a member.',
  suppressed: 'This address does not want invitations.',
}

const messages: ErrorMessages = {
  invalid_message: 'Up to 300 characters of plain text.',
  message_has_link: 'A message cannot contain a link.',
}

const problems: ErrorMessages = {
  invitation_closed: 'It was used or revoked in the meantime, or has expired.',
  invitation_not_found: 'It does not exist any more.',
  resent_too_often: 'It has been sent again five times already.',
}

/** Undefined for failures that do not concern the address. */
export function addressProblem(error: unknown): string | undefined {
  if (error instanceof NotInvitedError) return states[error.state]
  if (errorCode(error) === 'cannot_invite') return states[errorDetail(error) ?? ''] ?? invited
  return errorCode(error) === 'invalid_email' ? invalidAddress : undefined
}

/** Undefined for failures that do not concern the personal message. */
export const messageProblem = (error: unknown): string | undefined => messages[errorCode(error)]

/** `uncertain`: the text for failures with an unknown outcome. */
export function invitationProblem(error: unknown, uncertain: string): string {
  if (errorCode(error) === 'rate_limited') {
    return Number(errorDetail(error)) > 60
      ? 'You have sent ten emails to others within a day. Try again tomorrow.'
      : 'It was sent less than a minute ago. Wait a moment, then try again.'
  }
  return problems[errorCode(error)] ?? `${uncertain} ${explainError(error) ?? 'Please try again.'}`
}

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
    mutationFn: (id: string) => send(supabase.rpc('revoke_invitation', { p_code_id: id })),
    meta: { failed: 'form' },
  })
}
