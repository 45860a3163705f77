import { Download } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { TokenAmount } from '@/components/domain/token-amount'
import { Button } from '@/components/ui/button'
import { Fact } from '@/components/ui/sum'
import { type CodeKind, codeStateOf } from '@/entities/codes/code'
import { type CodeDetails, invitationOf } from '@/entities/codes/details'
import { useExportCodes } from '@/entities/codes/list'
import type { Invitation } from '@/entities/invitations/admin'
import { formatCount, formatDateTime, formatNumber } from '@/lib/format'
import { useAfterRun } from '@/widgets/operations/progress'
import { codeStateWords, saveBatch } from '../codes-csv'
import { InvitationState } from '../invitations/invitation-state'
import { Expires, Uses } from '../uses'

const RevokeCodes = lazyDialog(() => import('../revoke/revoke-codes').then((module) => module.RevokeCodes))

type CodeBatchProps = { kind: CodeKind; code: CodeDetails; batch: string; onRevoked: () => void }

function CodeBatch({ kind, code, batch, onRevoked }: CodeBatchProps) {
  const [isRevoking, setRevoking] = useState(false)
  const save = useExportCodes(kind)
  const afterRun = useAfterRun(onRevoked)
  const { batch_codes: all, batch_available: available } = code
  return (
    <Fact name="Batch">
      {formatCount(all, 'code')} made together, {formatNumber(available)} available
      <span className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Download />}
          busy={save.isPending}
          onClick={() => save.mutate({ batch }, { onSuccess: (codes) => saveBatch(kind, batch, codes) })}
        >
          Download CSV
        </Button>
        {available > 0 ? (
          <Button size="sm" variant="danger-quiet" onClick={() => setRevoking(true)}>
            Revoke batch
          </Button>
        ) : null}
      </span>
      {isRevoking ? (
        <RevokeCodes
          frame={{ title: 'Revoke codes', wide: true }}
          kind={kind}
          target={{ filter: { batch } }}
          selected={all}
          onRun={afterRun}
          onClose={() => setRevoking(false)}
        />
      ) : null}
    </Fact>
  )
}

type Props = { kind: CodeKind; code: CodeDetails; onRevoked: () => void }

export function CodeFacts({ kind, code, onRevoked }: Props) {
  const { batch_id, revoked_at, revoked_reason, token_value, uses } = code
  const invitation = invitationOf(code)
  return (
    <dl className="min-w-0 border-t border-ink">
      <Fact name="State">{codeStateWords[codeStateOf(code)]}</Fact>
      {revoked_at ? (
        <Fact name="Revoked">
          <TimeAndActor at={revoked_at} by={code.revoker} />
          <span className="mt-1 block">{revoked_reason}</span>
        </Fact>
      ) : null}
      <Fact name="Uses">
        <Uses {...code} />
      </Fact>
      {token_value === null ? null : (
        <Fact name="Token Value">
          <TokenAmount value={token_value} />
        </Fact>
      )}
      {token_value === null ? null : (
        <Fact name="Credited">
          <TokenAmount value={uses * token_value} />
        </Fact>
      )}
      {kind === 'invite' ? (
        <Fact name="Bound to">
          {code.bound_to ?? <span className="text-ink-muted">Nobody: any address can use it</span>}
        </Fact>
      ) : null}
      <Fact name="Expires">
        <Expires at={code.expires_at} />
      </Fact>
      <Fact name="Created">
        <TimeAndActor at={code.created_at} by={code.creator} />
      </Fact>
      {code.source === 'link' ? (
        <Fact name="Invitation">
          The link of <bdi>{code.inviter ?? 'a deleted user'}</bdi>
        </Fact>
      ) : null}
      {invitation ? <CodeInvitation invitation={invitation} /> : null}
      {batch_id ? <CodeBatch kind={kind} code={code} batch={batch_id} onRevoked={onRevoked} /> : null}
    </dl>
  )
}

function TimeAndActor({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <time dateTime={at}>{formatDateTime(at)}</time>
      <span className="block text-xs text-ink-muted">
        by <bdi>{by ?? 'a deleted user'}</bdi>
      </span>
    </>
  )
}

function CodeInvitation({ invitation }: { invitation: Invitation }) {
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
