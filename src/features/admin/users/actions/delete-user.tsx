import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { toastInfo, toastSuccess } from '@/components/ui/toast'
import { useDeleteProfile } from '@/entities/profiles/admin-mutations'
import { useAdminProfile, useProfileOpenOrderCount } from '@/entities/profiles/admin-person'
import { profileDeleted, profileErrorMessage } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'
import { formatCount } from '@/lib/format'

function DeletionConsequences({ user }: { user: Profile }) {
  const person = useAdminProfile(user.id)
  const openOrders = useProfileOpenOrderCount(user.id)
  if (openOrders.data === undefined) {
    return openOrders.isError ? (
      <p>The open orders of this user could not be counted.</p>
    ) : (
      <Skeleton className="h-5 w-3/4" />
    )
  }
  const { name, current_tokens } = person.data ?? user
  return (
    <p className="figures [overflow-wrap:anywhere]">
      <bdi>{name}</bdi>
      {' has '}
      <b className="font-semibold">{formatCount(current_tokens, 'token')}</b>
      {' and '}
      <b className="font-semibold">{formatCount(openOrders.data, 'open order')}</b>
      {'. The tokens are lost. Orders are kept without name and email.'}
    </p>
  )
}

type Props = { user: Profile; onClose: () => void; onDeleted: (id: string) => void }

export function DeleteUser({ user, onClose, onDeleted }: Props) {
  const remove = useDeleteProfile()

  async function confirm() {
    try {
      const { isAlreadyDone } = await remove.mutateAsync(user.id)
      if (isAlreadyDone) toastInfo('Info', `${user.name} was already deleted.`)
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
      message="Are you sure you want to delete this user? This action cannot be undone."
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
