import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { signedOutToast } from '@/entities/session/session'
import { useSignOutEverywhere } from '@/entities/session/sign-out-everywhere'
import { errorMessage } from '@/lib/errors'

export function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useSignOutEverywhere()

  async function signOut() {
    try {
      await mutateAsync()
      toastSuccess(...signedOutToast)
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
      onConfirm={signOut}
      onClose={onClose}
    />
  )
}
