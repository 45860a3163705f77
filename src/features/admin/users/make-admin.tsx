import { toastInfo, toastSuccess } from '@/components/toast'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
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
    <Dialog
      title={`Make ${user.name} an admin?`}
      onClose={() => promote.isPending || onClose()}
      footer={
        <>
          <Button variant="quiet" disabled={promote.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={promote.isPending} busyLabel="Saving..." onClick={confirm}>
            Make Admin
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        An admin sees all users and orders, changes balances and roles, and makes codes. The role can be taken
        back with Edit.
      </p>
    </Dialog>
  )
}
