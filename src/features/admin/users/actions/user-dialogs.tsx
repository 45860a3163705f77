import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { WithName } from '@/components/ui/with-name'
import type { Profile } from '@/entities/profiles/profile'

const EditUser = lazyDialog(() => import('./edit-user').then((m) => m.EditUser))
const MakeAdmin = lazyDialog(() => import('./make-admin').then((m) => m.MakeAdmin))
const DeleteUser = lazyDialog(() => import('./delete-user').then((m) => m.DeleteUser))

export type UserAction = { action: 'edit' | 'promote' | 'delete'; user: Profile }
type Props = { opened: UserAction | undefined; onClose: () => void; onDeleted: (id: string) => void }

export function UserDialogs({ opened, onClose, onDeleted }: Props) {
  if (!opened) return null
  const { action, user } = opened
  if (action === 'edit') return <EditUser frame={{ title: 'Edit User' }} user={user} onClose={onClose} />
  if (action === 'promote')
    return (
      <MakeAdmin
        frame={{ title: <WithName text={`Make ${user.name} an admin?`} name={user.name} /> }}
        user={user}
        onClose={onClose}
      />
    )
  return (
    <DeleteUser
      frame={{ title: <WithName text={`Delete ${user.name}`} name={user.name} /> }}
      user={user}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}
