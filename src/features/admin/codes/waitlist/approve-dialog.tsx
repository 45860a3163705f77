import { useRef, useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Fact, Sum } from '@/components/ui/sum'
import { toastInfo, toastSuccess } from '@/components/ui/toast'
import { notAdmin } from '@/entities/shared/write-errors'
import {
  type Approval,
  maxDecided,
  reasonText,
  useApprovalDryRun,
  useApprove,
  type WaitlistSelection,
} from '@/entities/waitlist/admin'
import { explainError } from '@/lib/errors'
import { formatCount, formatDate, formatNumber } from '@/lib/format'

type Props = {
  selection: WaitlistSelection
  count: number
  email?: string
  onDone: () => void
  onClose: () => void
}

const validDays = 30
const countLeftOut = ({ left }: Approval) => left.reduce((sum, { count }) => sum + count, 0)

export function ApproveDialog({ selection, count, email, onDone, onClose }: Props) {
  const [id] = useState(() => crypto.randomUUID())
  const dryRun = useApprovalDryRun(id, selection)
  const approve = useApprove()
  const button = useRef<HTMLButtonElement>(null)
  const { data: counted } = dryRun

  function run() {
    if (!counted || counted.invited.length === 0 || approve.isPending) return
    approve.mutate(counted, {
      onSuccess: (done) => {
        showOutcome(done)
        onDone()
        onClose()
      },
    })
  }

  return (
    <Dialog
      wide
      title={`Approve ${email ?? formatCount(Math.min(count, maxDecided), 'person', 'people')}`}
      description={
        count > maxDecided
          ? `Nothing has been sent yet. These are the ${maxDecided} who have waited longest of ${formatNumber(count)}.`
          : 'Nothing has been sent yet. This is what would happen.'
      }
      focusFirst={button}
      busy={approve.isPending}
      onClose={onClose}
      footer={
        <SubmitButtons
          ref={button}
          busy={approve.isPending || counted === undefined}
          disabled={counted?.invited.length === 0}
          onClick={run}
        >
          Approve {formatNumber(counted?.invited.length ?? Math.min(count, maxDecided))}
        </SubmitButtons>
      }
    >
      <QueryState
        query={dryRun}
        pending={<Skeleton className="h-32" />}
        error={{ title: 'This could not be counted.', safe: 'Nobody was invited.' }}
      >
        {(result) => <Preview {...result} />}
      </QueryState>
      <FormProblem>{approve.isError ? problem(approve.error) : null}</FormProblem>
    </Dialog>
  )
}

function Preview(result: Approval) {
  const { left } = result
  const invited = result.invited.length
  const until = new Date(Date.now() + validDays * 86_400_000).toISOString()
  return (
    <>
      <Sum
        label="What would happen"
        lines={[
          { name: 'Selected', value: formatNumber(invited + countLeftOut(result)) },
          ...left.map(({ reason, count }) => ({
            name: reasonText(reason),
            value: `−${formatNumber(count)}`,
          })),
        ]}
        total={{ name: 'Will be invited', value: formatNumber(invited) }}
      />
      {invited > 0 ? (
        <dl className="-mt-3">
          <Fact name="Emails that go out">{formatNumber(invited)}</Fact>
          <Fact name="New codes">
            {formatNumber(invited)}, each bound to its address until {formatDate(until)}
          </Fact>
        </dl>
      ) : null}
    </>
  )
}

function showOutcome(done: Approval) {
  const left = countLeftOut(done)
  const why = done.left.map(({ reason, count }) => `${reasonText(reason)}: ${formatNumber(count)}`).join('. ')
  const invited = done.invited.length + done.before
  const title = `${formatCount(invited, 'invitation is', 'invitations are')} on the way`
  const parts = [
    done.before > 0 ? `The first attempt has queued ${formatNumber(done.before)} of them.` : '',
    left > 0 ? `Not invited: ${why}.` : '',
  ]
  if (invited > 0) toastSuccess(title, parts.filter(Boolean).join(' ') || undefined)
  else toastInfo('Nobody was invited', `${why}.`)
}

function problem(error: unknown): string {
  return (
    explainError(error, {
      not_admin: `${notAdmin} Nobody was invited.`,
      network:
        'The server did not respond, so the invitations may or may not be on their way. It is safe to try again: nobody is invited twice.',
    }) ?? 'Something went wrong. Nobody was invited. Please try again.'
  )
}
