import { Clock } from 'lucide-react'
import type { Column } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import type { Invitation } from '@/entities/invitations/admin'
import { formatDate } from '@/lib/format'
import { daysUntil } from '@/lib/near-time'
import { CodeLink } from '../panel/code-link'
import { type InvitationAction, invitationActions, isOpen } from './invitation-actions'
import { InvitationState } from './invitation-state'

const labels: Record<InvitationAction, string> = {
  resend: 'Resend',
  correct: 'Correct',
  revoke: 'Revoke',
  again: 'Send again',
}

const address: Column<Invitation> = {
  id: 'address',
  header: 'Bound to',
  card: 'main',
  cell: ({ code_id, email, bound, source, inviter }) => (
    <>
      <CodeLink id={code_id}>
        <span className="font-semibold [overflow-wrap:anywhere]">{email ?? 'Erased address'}</span>
      </CodeLink>
      {bound || email === null ? null : (
        <span className="block text-xs font-normal text-ink-muted">
          Not bound: any address can use the code
        </span>
      )}
      {source === 'admin' ? null : (
        <span className="block text-xs font-normal text-ink-muted">
          {source === 'waitlist' ? (
            'From the waitlist'
          ) : (
            <>
              By <bdi>{inviter ?? 'Deleted user'}</bdi>
            </>
          )}
        </span>
      )}
    </>
  ),
}

const state: Column<Invitation> = {
  id: 'state',
  header: 'State',
  card: 'side',
  cell: (invitation) => <InvitationState invitation={invitation} />,
}

const date = (iso: string) => <span className="figures text-ink-2">{formatDate(iso)}</span>

const sent: Column<Invitation> = {
  id: 'sent',
  header: 'Sent',
  nowrap: true,
  cell: ({ last_sent_at }) =>
    last_sent_at ? date(last_sent_at) : <span className="text-ink-muted">Not yet</span>,
}

const soonDays = 7

function Expiry({ at, open }: { at: string; open: boolean }) {
  const days = daysUntil(at)
  return (
    <>
      {date(at)}
      {open && days > 0 && days <= soonDays ? (
        <span className="flex items-center gap-1 text-xs text-warning max-md:justify-end">
          <Clock aria-hidden="true" className="size-3.5" />
          {days === 1 ? 'in 1 day' : `in ${days} days`}
        </span>
      ) : null}
    </>
  )
}

const expires: Column<Invitation> = {
  id: 'expires',
  header: 'Expires',
  nowrap: true,
  cell: ({ expires_at, state }) => (expires_at ? <Expiry at={expires_at} open={isOpen(state)} /> : null),
}

export function invitationColumns(
  onAct: (act: InvitationAction, invitation: Invitation) => void,
  resending: string | undefined,
): Column<Invitation>[] {
  const actions: Column<Invitation> = {
    id: 'acts',
    header: 'Resend, correct, revoke',
    card: 'actions',
    cell: (invitation) =>
      invitationActions(invitation).map((act) => (
        <Button
          key={act}
          size="sm"
          variant={act === 'revoke' ? 'danger-quiet' : 'quiet'}
          aria-label={`${labels[act]} ${invitation.email ?? invitation.code}`}
          busy={act === 'resend' && resending === invitation.code_id}
          onClick={() => onAct(act, invitation)}
        >
          {labels[act]}
        </Button>
      )),
  }
  return [address, state, sent, expires, actions]
}
