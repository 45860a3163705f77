import { Ban, Clock, Link, Pencil, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'
import { Menu } from '@/components/ui/menu'
import type { Invitation } from '@/entities/invitations/admin'
import { formatCount } from '@/lib/format'
import { daysUntil } from '@/lib/near-time'
import { inviteLink } from '../codes-csv'
import { CodeLink } from '../panel/with-code-panel'
import { type InvitationAction, InvitationState, invitationActions, isOpen } from './invitation-state'

const actionItems: Record<InvitationAction, { label: string; icon: ReactNode; danger?: boolean }> = {
  resend: { label: 'Resend', icon: <Send /> },
  correct: { label: 'Correct address', icon: <Pencil /> },
  again: { label: 'Send again', icon: <Send /> },
  revoke: { label: 'Revoke', icon: <Ban />, danger: true },
}

const address: Column<Invitation> = {
  id: 'address',
  header: 'Bound to',
  card: 'main',
  cell: ({ code_id, email, bound, source, inviter, name, opening_balance: balance }) => (
    <>
      <CodeLink id={code_id}>
        <span className="font-semibold [overflow-wrap:anywhere]">{email ?? 'Erased address'}</span>
      </CodeLink>
      {bound || email === null ? null : (
        <span className="block text-xs font-normal text-ink-muted">
          Not bound: any address can use the code
        </span>
      )}
      {name || balance ? (
        <span className="block text-xs font-normal text-ink-muted">
          <bdi>{name}</bdi>
          {balance ? <span>{`${name ? ', ' : ''}opens with ${formatCount(balance, 'token')}`}</span> : null}
        </span>
      ) : null}
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

const sent: Column<Invitation> = {
  id: 'sent',
  header: 'Sent',
  nowrap: true,
  cell: ({ last_sent_at }) =>
    last_sent_at ? dateCell(last_sent_at) : <span className="text-ink-muted">Not yet</span>,
}

const soonDays = 7

function Expiry({ at, open }: { at: string; open: boolean }) {
  const days = daysUntil(at)
  return (
    <>
      {dateCell(at)}
      {open && days > 0 && days <= soonDays ? (
        <span className="flex items-center gap-1 text-xs text-warning max-md:justify-end">
          <Clock className="size-3.5" />
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
  onAction: (act: InvitationAction, invitation: Invitation) => void,
): Column<Invitation>[] {
  const actions: Column<Invitation> = {
    id: 'acts',
    header: 'More',
    card: 'actions',
    cell: (invitation) => {
      const { code, email, state } = invitation
      const link = inviteLink(code)
      const copy = {
        label: 'Copy link',
        icon: <Link />,
        onSelect: () => copyWithToast(link, 'URL copied to clipboard', copyFailure(link)),
      }
      const items = invitationActions(invitation).map((action) => ({
        ...actionItems[action],
        onSelect: () => onAction(action, invitation),
      }))
      const all = isOpen(state) && email ? [...items.slice(0, -1), copy, ...items.slice(-1)] : items
      return <Menu label={`More for ${email ?? code}`} items={all} />
    },
  }
  return [address, state, sent, expires, actions]
}
