import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { notAdmin } from '@/entities/shared/write-errors'
import { type Decision, maxDecided, useDecide, type WaitlistSelection } from '@/entities/waitlist/admin'
import { explainError } from '@/lib/errors'
import { formatCount } from '@/lib/format'

type Props = {
  decision: Decision
  selection: WaitlistSelection
  count: number
  email?: string
  onDone: () => void
  onClose: () => void
}

const words = {
  decline: {
    label: 'Decline',
    busy: 'Declining...',
    done: 'declined',
    means: 'Nobody is notified. Asking again changes nothing, until the request is removed or 180 days old.',
  },
  remove: {
    label: 'Remove',
    busy: 'Removing...',
    done: 'removed',
    means: 'The address is forgotten, and may ask again.',
  },
}

export function DecideDialog({ decision, selection, count, email, onDone, onClose }: Props) {
  const { label, busy, done, means } = words[decision]
  const decide = useDecide(decision, selection, count)
  const recipientLabel = email ?? formatCount(Math.min(count, maxDecided), 'person', 'people')

  async function confirm() {
    const changed = await decide.mutateAsync()
    toastSuccess(`${formatCount(changed, 'person', 'people')} ${done}`)
    onDone()
  }

  return (
    <ConfirmDialog
      title={`${label} ${recipientLabel}?`}
      name={email}
      message={means}
      confirmLabel={label}
      busyLabel={busy}
      variant={decision === 'remove' ? 'danger' : 'primary'}
      onConfirm={confirm}
      problem={problem}
      onClose={onClose}
    />
  )
}

function problem(error: unknown): string {
  return (
    explainError(error, {
      not_admin: `${notAdmin} Nothing was changed.`,
      network: 'The server did not respond, so it may or may not have happened. It is safe to try again.',
    }) ?? 'Something went wrong. Please try again.'
  )
}
