import { useRef, useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { LineReport } from '@/components/list/line-report'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import {
  type Invitees,
  leftOutTexts,
  type Outcome,
  useInvitationDryRun,
  useSendInvitations,
} from '@/entities/invitations/send'
import { brand } from '@/lib/brand'
import { explainError } from '@/lib/errors'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import { InvitationSum } from './invitation-sum'

type Props = { invitees: Invitees; onBack: () => void; onClose: () => void }

const dayMs = 86_400_000
const problems = {
  invalid_message:
    'The message has an invisible character, or is longer than 1,000 characters. Nothing was sent.',
  not_signed_in: 'You no longer have permission to do this. Nothing was sent.',
  network:
    'The server did not respond, so the invitations may or may not have been sent. It is safe to try again: no address is invited twice.',
}

export function CheckedInvitations({ invitees, onBack, onClose }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const dryRun = useInvitationDryRun(id, invitees)
  const send = useSendInvitations()
  const sendButton = useRef<HTMLButtonElement>(null)
  const count = dryRun.data?.filter(({ state }) => state === 'new').length
  const invitations = formatCount(count ?? invitees.rows.length, 'invitation')
  const leave = () => send.isPending || onClose()

  function start() {
    if (!dryRun.data || !count || send.isPending) return
    send.mutate(
      { invitees, planned: dryRun.data },
      {
        onSuccess: ({ now, before }) => {
          const first = before > 0 ? ` The first attempt has queued ${formatNumber(before)} of them.` : ''
          toastSuccess(
            'Invitations queued',
            `${formatCount(now + before, 'invitation')} will be sent in the next minutes.${first}`,
          )
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      wide
      title={`Send ${invitations}`}
      description="Nothing has been sent yet. This is what would happen."
      focusFirst={sendButton}
      onClose={leave}
      footer={
        <>
          <Button variant="quiet" disabled={send.isPending} onClick={onBack}>
            Back
          </Button>
          <Button
            ref={sendButton}
            variant="primary"
            busy={send.isPending || dryRun.isPending}
            disabled={count === 0}
            onClick={start}
          >
            Send {invitations}
          </Button>
        </>
      }
    >
      <p className="sr-only" role="status">
        {count === undefined ? 'Checking' : `${invitations} will be sent.`}
      </p>
      <QueryState
        query={dryRun}
        pending={<Skeleton className="h-48" />}
        error={{
          title: explainError(dryRun.error, problems) ?? 'The addresses could not be checked.',
          safe: 'Nothing was sent.',
        }}
      >
        {(outcomes) => <Preview outcomes={outcomes} invitees={invitees} />}
      </QueryState>
      <FormProblem>
        {send.isError
          ? (explainError(send.error, problems) ?? 'Something went wrong. Please try again.')
          : null}
      </FormProblem>
    </Dialog>
  )
}

function Preview({ outcomes, invitees: { days, bound } }: { outcomes: Outcome[]; invitees: Invitees }) {
  const count = outcomes.filter(({ state }) => state === 'new').length
  const left = outcomes.flatMap(({ line, email, state }) =>
    state === 'new' ? [] : [{ line, text: `${email || 'No address'}: ${leftOutTexts[state]}` }],
  )
  const until = formatDate(new Date(Date.now() + days * dayMs).toISOString())
  return (
    <>
      <InvitationSum outcomes={outcomes} />
      {count > 0 ? (
        <dl className="-mt-3">
          <Fact name="Emails that go out">{formatNumber(count)}</Fact>
          <Fact name="New codes">
            {formatNumber(count)}, {bound ? 'each bound to its address' : 'not bound'}, until {until}
          </Fact>
          <Fact name="If all join">
            {formatNumber(count)} × {brand.signupTokens} = {formatNumber(count * brand.signupTokens)} tokens
            issued
          </Fact>
        </dl>
      ) : null}
      <LineReport lines={left} />
    </>
  )
}
