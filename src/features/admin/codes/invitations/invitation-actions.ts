import { type Invitation, maxSends } from '@/entities/invitations/admin'

export type InvitationAction = 'resend' | 'correct' | 'revoke' | 'again'

const actions: Record<Invitation['state'], readonly InvitationAction[]> = {
  waiting: ['correct', 'revoke'],
  sent: ['resend', 'correct', 'revoke'],
  opened: ['resend', 'revoke'],
  given_up: ['resend', 'correct', 'revoke'],
  skipped: ['resend', 'correct', 'revoke'],
  expired: ['again'],
  revoked: [],
  joined: [],
}

/** All emails of an invitation count towards `maxSends`. */
export function invitationActions({ state, sends, email }: Invitation): readonly InvitationAction[] {
  if (email === null) return actions[state].filter((act) => act === 'revoke')
  return sends < maxSends
    ? actions[state]
    : actions[state].filter((act) => act === 'revoke' || act === 'again')
}

export const isOpen = (state: Invitation['state']) => actions[state].includes('revoke')
