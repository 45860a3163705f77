import { Ban, CircleCheck, CircleDashed, Clock, Contrast, MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Invitation, InvitationState as State } from '@/entities/invitations/admin'
import { formatDate, formatDateTime } from '@/lib/format'

const states: Record<State, { label: string; icon: ReactNode; className: string }> = {
  waiting: { label: 'Waiting to be sent', icon: <Clock />, className: 'text-ink-muted' },
  sent: { label: 'Sent', icon: <CircleDashed />, className: 'text-ink-2' },
  opened: { label: 'Opened the page', icon: <Contrast />, className: 'text-info' },
  joined: { label: 'Joined', icon: <CircleCheck />, className: 'text-success' },
  expired: { label: 'Expired', icon: <Ban />, className: 'text-ink-muted' },
  revoked: { label: 'Revoked', icon: <Ban />, className: 'text-ink-muted' },
  given_up: { label: 'Not sent', icon: <MailX />, className: 'text-danger' },
  skipped: { label: 'Not sent', icon: <MailX />, className: 'text-ink-muted' },
}

export function InvitationState({ invitation }: { invitation: Invitation }) {
  const { label, icon, className } = states[invitation.state]
  return (
    <span>
      <span className={`flex items-center gap-2 max-md:justify-end [&_svg]:size-4 ${className}`}>
        <span aria-hidden="true">{icon}</span>
        {label}
      </span>
      <span className="figures block text-xs text-ink-muted">{detailOf(invitation)}</span>
    </span>
  )
}

function detailOf({ state, opened_at, opens, joined_at, joined_name, last_sent_at }: Invitation): ReactNode {
  switch (state) {
    case 'joined':
      return (
        <>
          {joined_at ? `${formatDate(joined_at)}, ` : null}as <bdi>{joined_name ?? 'Deleted user'}</bdi>
        </>
      )
    case 'opened':
      return opened_at ? `${formatDateTime(opened_at)}${times[opens] ?? `, ${opens} times`}` : null
    case 'sent':
      return 'Not opened yet'
    case 'waiting':
      return 'Usually within a few minutes'
    case 'given_up':
      return 'No mail server accepted it'
    case 'skipped':
      return 'The address is a member, or wants no invitations'
    default:
      return opened_at ? `Opened ${formatDate(opened_at)}` : last_sent_at ? 'Never opened' : 'Never sent'
  }
}

const times: Record<number, string> = { 1: '', 2: ', twice' }
