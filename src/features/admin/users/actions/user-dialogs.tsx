import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { WithName } from '@/components/ui/with-name'
import type { Profile } from '@/entities/profiles/profile'

const EditUser = lazyDialog(() => import('./edit-user').then((m) => m.EditUser))
const GrantOne = lazyDialog(() => import('./grant-one').then((m) => m.GrantOne))
const SendMessage = lazyDialog(() => import('./send-message').then((m) => m.SendMessage))
const MakeAdmin = lazyDialog(() => import('./make-admin').then((m) => m.MakeAdmin))
const ExtendMemberships = lazyDialog(() =>
  import('../memberships/extend-memberships').then((m) => m.ExtendMemberships),
)
const ResetFactor = lazyDialog(() => import('./second-factor').then((m) => m.ResetFactor))
const ApproveFactor = lazyDialog(() => import('./second-factor').then((m) => m.ApproveFactor))
const DeleteUser = lazyDialog(() => import('./delete-user').then((m) => m.DeleteUser))

export type UserAction = {
  action: 'edit' | 'grant' | 'extend' | 'message' | 'promote' | 'approve-factor' | 'reset-factor' | 'delete'
  user: Profile
}
type Props = { opened: UserAction | undefined; onClose: () => void; onDeleted: (id: string) => void }

export function UserDialogs({ opened, onClose, onDeleted }: Props) {
  if (!opened) return null
  const { action, user } = opened
  if (action === 'edit') return <EditUser frame={{ title: 'Edit User' }} user={user} onClose={onClose} />
  if (action === 'grant') return <GrantOne frame={{ title: 'Grant tokens' }} user={user} onClose={onClose} />
  if (action === 'extend')
    return (
      <ExtendMemberships
        frame={{ title: 'Extend membership', wide: true }}
        target={{ ids: [user.id] }}
        selected={1}
        onRun={() =>
          toastSuccess('Success', 'Membership extended. Undo is below the list of users for ten minutes.')
        }
        onClose={onClose}
      />
    )
  if (action === 'message')
    return (
      <SendMessage
        frame={{ title: <WithName text={`Message to ${user.name}`} name={user.name} /> }}
        user={user}
        onClose={onClose}
      />
    )
  if (action === 'promote')
    return (
      <MakeAdmin
        frame={{ title: <WithName text={`Make ${user.name} an admin?`} name={user.name} /> }}
        user={user}
        onClose={onClose}
      />
    )
  if (action === 'approve-factor')
    return (
      <ApproveFactor
        frame={{ title: <WithName text={`Approve the second factor of ${user.name}?`} name={user.name} /> }}
        user={user}
        onClose={onClose}
      />
    )
  if (action === 'reset-factor')
    return (
      <ResetFactor
        frame={{ title: <WithName text={`Reset the second factor of ${user.name}?`} name={user.name} /> }}
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
