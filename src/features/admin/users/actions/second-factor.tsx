import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { useApproveSecondFactor, useResetSecondFactor } from '@/entities/profiles/admin-mutations'
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
      message="Make sure that the request really comes from this person. Their authenticators are removed, they are signed out everywhere, and they are notified by email."
      confirmLabel="Reset second factor"
      busyLabel="Resetting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

type ApproveFactorProps = { user: Profile; onClose: () => void }

/** Without it, the password alone would be enough to add a factor and become an admin (D54). */
export function ApproveFactor({ user, onClose }: ApproveFactorProps) {
  const approve = useApproveSecondFactor()

  async function confirm() {
    try {
      await approve.mutateAsync(user.id)
      toastSuccess('Success', `${user.name} has the rights of an admin now.`)
    } catch (error) {
      return profileErrorMessage(error) ?? 'The second factor was not approved. Please try again.'
    }
  }

  return (
    <ConfirmDialog
      title={`Approve the second factor of ${user.name}?`}
      name={user.name}
      message="It was added with the password alone. Ask this person, not by email, whether it is theirs: approved, it gives the rights of an admin."
      confirmLabel="Approve second factor"
      busyLabel="Approving..."
      variant="primary"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
