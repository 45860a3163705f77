import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import { deviceName, useDevices, useSignOutEverywhere } from '@/entities/session/devices'
import { signedOutToast } from '@/entities/session/session'
import { errorMessage } from '@/lib/errors'
import { formatDate, formatDateTime } from '@/lib/format'

export function DevicesDialog({ onClose }: { onClose: () => void }) {
  const devices = useDevices()
  const { mutateAsync } = useSignOutEverywhere()

  return (
    <ConfirmDialog
      title="Where you are signed in"
      message="If you sign out everywhere, you are signed out here at once, and on every other device within the hour. To come back you need your password."
      cancelLabel="Close"
      confirmLabel="Sign out everywhere"
      busyLabel="Signing out..."
      onConfirm={() => mutateAsync().then(() => toastSuccess(...signedOutToast))}
      problem={(error) => errorMessage(error, 'You are still signed in everywhere. Please try again.')}
      onClose={onClose}
    >
      <QueryState
        query={devices}
        pending={<Skeleton className="h-16" />}
        error={{
          title: 'Your devices could not be loaded.',
          safe: 'You can sign out everywhere all the same.',
        }}
      >
        {(data) => (
          <ul aria-label="Devices" className="border-t border-ink">
            {data.map(({ id, user_agent, signed_in_at, seen_at, is_current }) => (
              <li key={id} className="border-b border-line py-2.5">
                <span className="block font-semibold">
                  {is_current
                    ? `This device${user_agent ? `: ${deviceName(user_agent)}` : ''}`
                    : deviceName(user_agent)}
                </span>
                <span className="text-xs text-ink-muted">
                  {`Signed in on ${formatDate(signed_in_at)}${is_current ? '' : `, last seen ${formatDateTime(seen_at)}`}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </ConfirmDialog>
  )
}
