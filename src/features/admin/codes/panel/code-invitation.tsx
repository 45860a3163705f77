import { Fact } from '@/components/ui/sum'
import type { Invitation } from '@/entities/invitations/admin'
import { formatCount, formatDateTime } from '@/lib/format'
import { InvitationState } from '../invitations/invitation-state'

export function CodeInvitation({ invitation }: { invitation: Invitation }) {
  const { source, inviter, email, state, sends, last_sent_at, opened_at, opens } = invitation
  return (
    <>
      <Fact name="Invited">
        <span className="block">{email ?? 'Erased address'}</span>
        <span className="block text-xs text-ink-muted">
          by <bdi>{inviter ?? 'a deleted user'}</bdi>
          <span>{source === 'waitlist' ? ', from the waitlist' : null}</span>
        </span>
      </Fact>
      {state === 'waiting' || state === 'given_up' || state === 'skipped' ? (
        <Fact name="Email">
          <span className="inline-block">
            <InvitationState invitation={invitation} />
          </span>
        </Fact>
      ) : null}
      <Fact name="Sent">
        <span>{last_sent_at ? formatDateTime(last_sent_at) : none}</span>
        {sends > 1 ? (
          <span className="block text-xs text-ink-muted">queued {formatCount(sends, 'time')}</span>
        ) : null}
      </Fact>
      <Fact name="Opened the page">
        <span>{opened_at ? formatDateTime(opened_at) : none}</span>
        {opens > 1 ? <span className="block text-xs text-ink-muted">{`${opens} times`}</span> : null}
      </Fact>
    </>
  )
}

const none = <span className="text-ink-muted">Not yet</span>
