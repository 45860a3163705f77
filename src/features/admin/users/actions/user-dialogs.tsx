import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { WithName } from '@/components/ui/with-name'
import type { Profile } from '@/entities/profiles/profile'

const EditUser = lazyDialog(() => import('./edit-user').then((m) => m.EditUser))
const GrantOne = lazyDialog(() => import('./grant-one').then((m) => m.GrantOne))
const SendMessage = lazyDialog(() => import('./send-message').then((m) => m.SendMessage))
const ConfirmUser = lazyDialog(() => import('./confirm-user').then((m) => m.ConfirmUser))
const ExtendMemberships = lazyDialog(() =>
  import('../memberships/extend-memberships').then((m) => m.ExtendMemberships),
)

const questions = {
  promote: (name: string) => `Make ${name} an admin?`,
  'approve-factor': (name: string) => `Approve the second factor of ${name}?`,
  'reset-factor': (name: string) => `Reset the second factor of ${name}?`,
  delete: (name: string) => `Delete ${name}`,
}

export type UserAction = {
  action: 'edit' | 'grant' | 'extend' | 'message' | keyof typeof questions
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
  const title = questions[action](user.name)
  return (
    <ConfirmUser
      frame={{ title: <WithName text={title} name={user.name} /> }}
      {...{ action, title, user, onClose, onDeleted }}
    />
  )
}
