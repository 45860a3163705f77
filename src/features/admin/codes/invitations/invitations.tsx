import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { KeysetTable } from '@/components/list/keyset-table'
import { usePageCursor } from '@/components/list/pager'
import { EmptyState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import {
  type Invitation,
  invitationKey,
  invitationsPerPage,
  useInvitationCounts,
  useInvitations,
} from '@/entities/invitations/admin'
import { useResendInvitation } from '@/entities/invitations/invitation'
import { cappedCount } from '@/entities/shared/keyset'
import { csvTime } from '@/lib/csv'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { useAfterRun } from '@/widgets/operations/progress'
import { invitationColumns } from './invitation-columns'
import type { InvitationAction } from './invitation-state'

const InviteByEmail = lazyDialog(() =>
  import('@/widgets/invitations/invite-by-email').then((module) => module.InviteByEmail),
)
const RevokeCodes = lazyDialog(() => import('../revoke/revoke-codes').then((module) => module.RevokeCodes))
const CorrectDialog = lazyDialog(() => import('./correct-dialog').then((module) => module.CorrectDialog))

const operationKinds = ['code_revocation']
const noop = () => {}

export function Invitations() {
  const { typed, search, setTyped } = useSearchText()
  const { cursor, goTo } = usePageCursor()
  const list = useInvitations(search, cursor)
  const { data: counts } = useInvitationCounts(search)
  const resend = useResendInvitation()
  const afterRun = useAfterRun(noop)
  const [open, setOpen] = useState<{ action: InvitationAction; invitation: Invitation }>()
  const close = () => setOpen(undefined)

  function runAction(action: InvitationAction, invitation: Invitation) {
    if (action !== 'resend') return setOpen({ action: action, invitation })
    if (resend.isPending) return
    resend.mutate(
      { id: invitation.code_id },
      {
        onSuccess: () => toastSuccess('Invitation queued', `It will be sent to ${invitation.email} again.`),
      },
    )
  }

  const table = {
    caption: 'Invitations',
    columns: invitationColumns(runAction),
    rowKey: ({ code_id }: Invitation) => code_id,
    skeletonRows: 8,
  }

  return (
    <>
      <div className="pt-4 pb-3">
        <SearchField
          label="Search invitations"
          placeholder="Search addresses"
          value={typed}
          onChange={setTyped}
          className="md:max-w-[340px]"
        />
      </div>
      <KeysetTable
        query={list}
        table={table}
        error={{ title: 'Failed to load invitations', safe: 'No invitation was changed.' }}
        empty={search ? <NoMatch onShowAll={() => setTyped('')} /> : emptyState}
        noun={['invitation', 'invitations']}
        size={invitationsPerPage}
        count={counts && cappedCount(counts.total, false)}
        keyOf={invitationKey}
        goTo={goTo}
      />
      <OperationBar kinds={operationKinds}>{null}</OperationBar>
      {open?.action === 'revoke' ? (
        <RevokeCodes
          frame={{ title: `Revoke ${open.invitation.code}?`, wide: true }}
          kind="invite"
          code={open.invitation.code}
          target={{ ids: [open.invitation.code_id] }}
          selected={1}
          onRun={afterRun}
          onClose={close}
        />
      ) : null}
      {open?.action === 'correct' ? (
        <CorrectDialog
          frame={{ title: 'Correct the address' }}
          invitation={open.invitation}
          onClose={close}
        />
      ) : null}
      {open?.action === 'again' ? (
        <InviteByEmail
          frame={{ title: 'Invite people', wide: true }}
          text={linesOf(open.invitation)}
          onClose={close}
        />
      ) : null}
    </>
  )
}

/** The address again, with what the account begins with. */
function linesOf({ email, name, membership_ends_at: until, opening_balance: balance }: Invitation): string {
  if (!name && !until && !balance) return email ?? ''
  const cells = [email ?? '', name ?? '', until ? csvTime(until) : '', String(balance ?? '')]
  return `Email\tName\tMember until\tOpening balance\n${cells.join('\t')}`
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="No invitations match your search criteria."
      action={<Button onClick={onShowAll}>Show all invitations</Button>}
    />
  )
}

const emptyState = (
  <EmptyState title="Nobody has been invited by email.">
    Each invitation has a code of its own, and shows here whether it was sent, opened and used.
  </EmptyState>
)
