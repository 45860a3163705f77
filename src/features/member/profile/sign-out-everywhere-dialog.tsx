import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { useSignOutEverywhere } from '@/entities/session/session'
import { errorMessage } from '@/lib/errors'

/** Asks, then ends every session; the guard leads home. A failure is told by the cache policy, and nothing has ended. */
export function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useSignOutEverywhere()

  // The promise and not mutate's callbacks: the page leaves as soon as the session is gone.
  async function leave() {
    try {
      await mutateAsync()
      toastSuccess('Signed out', 'You have been successfully signed out.')
    } catch (error) {
      return errorMessage(error, 'You are still signed in everywhere. Please try again.')
    }
  }

  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      question="You are signed out here at once, and on every other device within the hour. To come back you need your password."
      confirmLabel="Sign out everywhere"
      busyLabel="Signing out..."
      onConfirm={leave}
      onClose={onClose}
    />
  )
}
