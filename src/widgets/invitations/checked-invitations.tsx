import { useRef, useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { ImportPreview } from '@/components/import/import-preview'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact } from '@/components/ui/sum'
import { toastSuccess } from '@/components/ui/toast'
import {
  hasAccountDetails,
  type Invitees,
  leftOutTexts,
  type Outcome,
  useInvitationDryRun,
  useSendInvitations,
} from '@/entities/invitations/send'
import { brand } from '@/lib/brand'
import { explainError } from '@/lib/errors'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import type { RefusedLine } from '@/lib/read-csv'

type Props = {
  invitees: Invitees
  refused: readonly RefusedLine[]
  onBack: () => void
  onClose: () => void
}

const dayMs = 86_400_000
const problems = {
  invalid_message:
    'The message has an invisible character, or is longer than 1,000 characters. Nothing was sent.',
  not_signed_in: 'You no longer have permission to do this. Nothing was sent.',
  network:
    'The server did not respond, so the invitations may or may not have been sent. It is safe to try again: no address is invited twice.',
}

export function CheckedInvitations({ invitees, refused, onBack, onClose }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const [queued, setQueued] = useState(0)
  const dryRun = useInvitationDryRun(id, invitees)
  const send = useSendInvitations(setQueued)
  const sendButton = useRef<HTMLButtonElement>(null)
  const count = dryRun.data?.filter(({ state }) => state === 'new').length
  const invitations = formatCount(count ?? invitees.rows.length, 'invitation')

  function start() {
    if (!dryRun.data || !count || send.isPending) return
    send.mutate(
      { invitees, dryRun: dryRun.data },
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
      description={send.isIdle ? 'Nothing has been sent yet. This is what would happen.' : undefined}
      focusFirst={sendButton}
      isDirty
      busy={send.isPending}
      onClose={onClose}
      footer={
        <SubmitButtons
          cancel="Back"
          onCancel={onBack}
          ref={sendButton}
          busy={send.isPending || dryRun.isPending}
          busyLabel={send.isPending && queued > 0 ? `${formatNumber(queued)} queued...` : undefined}
          disabled={count === 0 || dryRun.isError}
          onClick={start}
        >
          Send {invitations}
        </SubmitButtons>
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
        {(outcomes) => <Preview outcomes={outcomes} refused={refused} invitees={invitees} />}
      </QueryState>
      <FormProblem>{send.isError ? problemText(send.error, queued, count ?? 0) : null}</FormProblem>
    </Dialog>
  )
}

function problemText(error: unknown, queued: number, count: number): string {
  return queued > 0
    ? `${formatNumber(queued)} of ${formatCount(count, 'invitation')} are queued, the others may not be. It is safe to try again: no address is invited twice.`
    : (explainError(error, problems) ?? 'Something went wrong. Please try again.')
}

type PreviewProps = Pick<Props, 'invitees' | 'refused'> & { outcomes: readonly Outcome[] }

function Preview({ outcomes, refused, invitees: { days, bound } }: PreviewProps) {
  const written = outcomes.filter(({ state }) => state === 'new')
  const count = written.length
  const left = outcomes.flatMap(({ line, row, state }) =>
    state === 'new' ? [] : [{ line, value: row.email, reason: leftOutTexts[state] }],
  )
  const codesUntil = formatDate(new Date(Date.now() + days * dayMs).toISOString())
  const tokens = written.reduce((sum, { row }) => sum + (row.balance ?? brand.signupTokens), 0)
  const isCarried = written.some(({ row }) => hasAccountDetails(row))
  return (
    <ImportPreview
      count={outcomes.length + refused.length}
      total={{ name: 'Will be sent', value: count }}
      refused={[...refused, ...left].toSorted((a, b) => a.line - b.line)}
      used={{
        title: `${formatCount(count, 'person is', 'people are')} written to`,
        heads: ['Email', ...(isCarried ? ['Name', 'Member until', 'Opens with'] : [])],
        rows: written.map(({ line, row: { email, name, until, balance } }) => ({
          line,
          cells: [
            email,
            ...(isCarried
              ? [name, until ? formatDate(until) : 'A year', formatNumber(balance ?? brand.signupTokens)]
              : []),
          ],
        })),
      }}
    >
      {count > 0 ? (
        <>
          <Fact name="Emails that go out">{formatNumber(count)}</Fact>
          <Fact name="New codes">
            {formatNumber(count)}, {bound ? 'each bound to its address' : 'not bound'}, until {codesUntil}
          </Fact>
          <Fact name="If all join">
            {isCarried ? '' : `${formatNumber(count)} × ${brand.signupTokens} = `}
            {formatCount(tokens, 'token')} issued
            {isCarried ? `, the ${brand.signupTokens} of every new account included` : ''}
          </Fact>
        </>
      ) : null}
    </ImportPreview>
  )
}
