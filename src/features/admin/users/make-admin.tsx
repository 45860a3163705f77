import { ConfirmDialog } from '@/components/confirm-dialog'
import { toastInfo, toastSuccess } from '@/components/toast'
import { useMakeAdmin } from '@/entities/admin-user-changes'
import type { AdminUser } from '@/entities/admin-users'

type Props = { user: AdminUser; onClose: () => void }

/** Asks, then makes a user an admin. */
export function MakeAdmin({ user, onClose }: Props) {
  const promote = useMakeAdmin()

  function confirm() {
    promote.mutate(user.id, {
      onSuccess: ({ name, already }) =>
        already
          ? toastInfo('Info', `${name} is an admin already.`)
          : toastSuccess('Success', `${name} has been made an admin`),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      title={`Make ${user.name} an admin?`}
      question="An admin sees all users and orders, changes balances and roles, and makes codes. The role can be taken back with Edit."
      confirmLabel="Make Admin"
      variant="primary"
      busyLabel="Saving..."
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
