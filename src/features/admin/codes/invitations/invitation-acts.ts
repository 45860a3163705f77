import { type Invitation, maxSends } from '@/entities/invitations/admin'

export type Act = 'resend' | 'correct' | 'revoke' | 'again'

const acts: Record<Invitation['state'], readonly Act[]> = {
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
export function actsOf({ state, sends, email }: Invitation): readonly Act[] {
  if (email === null) return acts[state].filter((act) => act === 'revoke')
  return sends < maxSends ? acts[state] : acts[state].filter((act) => act === 'revoke' || act === 'again')
}

export const isOpen = (state: Invitation['state']) => acts[state].includes('revoke')
