import { CircleCheck, Clock, Mail } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { type DataCounts, useConfirmDeletion } from '@/entities/privacy/privacy'
import { leavingTitle, type Profile, useKeepAccount } from '@/entities/profiles/profile'
import { formatCount, formatDayOfMonth } from '@/lib/format'

type Props = {
  profile: Profile
  counts: DataCounts
  /** From the link in the email. */
  token: string
  isKept: boolean
  day: Date
  onDone: (isKept: boolean) => void
}

export function DeletionAlert({ profile, counts, token, isKept, day, onDone }: Props) {
  const confirm = useConfirmDeletion()
  const keep = useKeepAccount()
  const keepAccountButton = (
    <Button
      variant={token && !profile.deletes_at ? 'quiet' : 'primary'}
      busy={keep.isPending}
      busyLabel="Keeping..."
      onClick={() => keep.mutate(undefined, { onSuccess: () => onDone(true) })}
    >
      Keep my account
    </Button>
  )
  if (profile.deletes_at) {
    return (
      <InlineAlert
        tone="warning"
        icon={<Clock />}
        title={leavingTitle(profile.deletes_at, profile.role)}
        action={keepAccountButton}
      >
        Until then everything works. Choose to stay here, or in the email we sent.
      </InlineAlert>
    )
  }
  if (token) {
    return (
      <InlineAlert
        tone="warning"
        icon={<Clock />}
        title="Confirm that your account is to be deleted"
        action={
          <div className="flex flex-wrap gap-2.5">
            {keepAccountButton}
            <Button
              variant="danger"
              busy={confirm.isPending}
              busyLabel="Confirming..."
              onClick={() => confirm.mutate(token, { onSuccess: () => onDone(false) })}
            >
              Delete on {formatDayOfMonth(day)}
            </Button>
          </div>
        }
      >
        Nothing happens without this click. Until that day you can undo it.
      </InlineAlert>
    )
  }
  if (counts.requested_at) {
    return (
      <InlineAlert
        tone="warning"
        icon={<Mail />}
        title="You asked us to delete your account"
        action={keepAccountButton}
      >
        Nothing happens until you confirm it in the email we sent to{' '}
        <span translate="no">{profile.email}</span>. Its link works for a day.
      </InlineAlert>
    )
  }
  return isKept ? (
    <InlineAlert tone="good" icon={<CircleCheck />} title="Your account stays.">
      {`Nothing was deleted: ${formatCount(profile.current_tokens, 'token')}, ${formatCount(counts.orders, 'order')}, ${formatCount(counts.entries, 'transaction')}.`}
    </InlineAlert>
  ) : null
}
