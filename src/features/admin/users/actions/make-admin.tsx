import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastInfo, toastSuccess } from '@/components/ui/toast'
import { useMakeAdmin } from '@/entities/profiles/admin-mutations'
import { madeAdminMessage, profileErrorMessage } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'

type Props = { user: Profile; onClose: () => void }

export function MakeAdmin({ user, onClose }: Props) {
  const promote = useMakeAdmin()

  async function confirm() {
    try {
      const { name, isAlreadyDone } = await promote.mutateAsync(user.id)
      if (isAlreadyDone) toastInfo('Info', `${name} is already an admin.`)
      else toastSuccess('Success', madeAdminMessage(name))
    } catch (error) {
      return profileErrorMessage(error) ?? 'The role was not changed. Please try again.'
    }
  }

  return (
    <ConfirmDialog
      title={`Make ${user.name} an admin?`}
      name={user.name}
      message="Admins can see all users and orders, change balances and roles, and create codes. Edit removes the role again."
      confirmLabel="Make Admin"
      variant="primary"
      busyLabel="Saving..."
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
