import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { useResetSecondFactor } from '@/entities/profiles/admin-mutations'
import { profileErrorMessage } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'

type Props = { user: Profile; onClose: () => void }

export function ResetFactor({ user, onClose }: Props) {
  const reset = useResetSecondFactor()

  async function confirm() {
    try {
      await reset.mutateAsync(user.id)
      toastSuccess('Success', `${user.name} signs in with the password alone now.`)
    } catch (error) {
      return profileErrorMessage(error) ?? 'The second factor was not reset. Please try again.'
    }
  }

  return (
    <ConfirmDialog
      title={`Reset the second factor of ${user.name}?`}
      name={user.name}
      question="Make sure that the request really comes from this person. Their authenticators are removed, they are signed out everywhere, and they are notified by email."
      confirmLabel="Reset second factor"
      busyLabel="Resetting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
