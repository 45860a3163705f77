import type { ReactNode } from 'react'
import { InvitationBadge } from '@/components/domain/badges'
import { type Invitation, maxSends } from '@/entities/invitations/admin'
import { formatDate, formatDateTime } from '@/lib/format'

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
  if (email === null) return actions[state].filter((action) => action === 'revoke')
  return sends < maxSends
    ? actions[state]
    : actions[state].filter((action) => action === 'revoke' || action === 'again')
}

export const isOpen = (state: Invitation['state']) => actions[state].includes('revoke')

export function InvitationState({ invitation }: { invitation: Invitation }) {
  return (
    <span>
      <InvitationBadge state={invitation.state} />
      <span className="figures block text-xs text-ink-muted">{detailOf(invitation)}</span>
    </span>
  )
}

function detailOf({ state, opened_at, opens, joined_at, joined_name, last_sent_at }: Invitation): ReactNode {
  switch (state) {
    case 'joined':
      return (
        <>
          <span>{joined_at ? `${formatDate(joined_at)}, as` : 'as'}</span>{' '}
          <bdi>{joined_name ?? 'Deleted user'}</bdi>
        </>
      )
    case 'opened':
      return opened_at ? `${formatDateTime(opened_at)}${times[opens] ?? `, ${opens} times`}` : null
    case 'sent':
      return 'Not opened yet'
    case 'waiting':
      return 'Usually within a few minutes'
    case 'given_up':
      return 'No email server accepted it'
    case 'skipped':
      return 'When the email was due, the code did not work, or the address belonged to a member, was already invited or wanted no invitations'
    default:
      return opened_at ? `Opened ${formatDate(opened_at)}` : last_sent_at ? 'Never opened' : 'Never sent'
  }
}

const times: Record<number, string> = { 1: '', 2: ', twice' }
