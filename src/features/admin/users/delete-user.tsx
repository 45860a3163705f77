import { ConfirmDialog } from '@/components/confirm-dialog'
import { toastInfo, toastSuccess } from '@/components/toast'
import { useDeleteUser } from '@/entities/admin-user-changes'
import type { AdminUser } from '@/entities/admin-users'

type Props = { user: AdminUser; onClose: () => void; onDeleted: (id: string) => void }

/** Asks, then deletes the person with the login (D12). */
export function DeleteUser({ user, onClose, onDeleted }: Props) {
  const remove = useDeleteUser()

  function confirm() {
    remove.mutate(user.id, {
      onSuccess: ({ already }) => {
        if (already) toastInfo('Info', `${user.name} was deleted already.`)
        else toastSuccess('Success', 'User deleted successfully')
        onDeleted(user.id)
      },
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      title={`Delete ${user.name}`}
      question="Are you sure you want to delete this user? This action cannot be undone."
      confirmLabel="Delete user"
      cancelLabel="Keep user"
      busyLabel="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
