import { ConfirmDialog } from '@/components/confirm-dialog'
import { toastSuccess } from '@/components/toast'
import { type AdminUser, useDeleteUser } from '@/entities/admin-users'

type Props = { user: AdminUser; onClose: () => void }

/** Asks, then deletes the person with the login (D12). */
export function DeleteUser({ user, onClose }: Props) {
  const remove = useDeleteUser()

  function confirm() {
    remove.mutate(user.id, {
      onSuccess: () => toastSuccess('Success', 'User deleted successfully'),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      title={`Delete ${user.name}`}
      question="Are you sure you want to delete this user? This action cannot be undone."
      confirmLabel="Delete user"
      cancelLabel="Keep user"
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={confirm}
      onClose={() => remove.isPending || onClose()}
    />
  )
}
