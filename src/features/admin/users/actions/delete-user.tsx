import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastInfo, toastSuccess } from '@/components/ui/toast'
import { useDeleteProfile } from '@/entities/profiles/admin-mutations'
import { profileDeleted, profileErrorMessage } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'
import { DeletionConsequences } from './deletion-consequences'

type Props = { user: Profile; onClose: () => void; onDeleted: (id: string) => void }

export function DeleteUser({ user, onClose, onDeleted }: Props) {
  const remove = useDeleteProfile()

  async function confirm() {
    try {
      const { already } = await remove.mutateAsync(user.id)
      if (already) toastInfo('Info', `${user.name} was already deleted.`)
      else toastSuccess('Success', profileDeleted)
      onDeleted(user.id)
    } catch (error) {
      return profileErrorMessage(error) ?? 'The user was not deleted. Please try again.'
    }
  }

  return (
    <ConfirmDialog
      title={`Delete ${user.name}`}
      name={user.name}
      question="Are you sure you want to delete this user? This action cannot be undone."
      confirmLabel="Delete user"
      cancelLabel="Keep user"
      busyLabel="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <DeletionConsequences user={user} />
    </ConfirmDialog>
  )
}
