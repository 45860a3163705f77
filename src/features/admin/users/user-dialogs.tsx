import { lazy, Suspense } from 'react'
import type { AdminUser } from '@/entities/admin-users'

const EditUser = lazy(() => import('./edit-user').then((m) => ({ default: m.EditUser })))
const MakeAdmin = lazy(() => import('./make-admin').then((m) => ({ default: m.MakeAdmin })))
const DeleteUser = lazy(() => import('./delete-user').then((m) => ({ default: m.DeleteUser })))

/** What can be done to one person, from the list and from the panel. */
export type UserAction = { action: 'edit' | 'promote' | 'delete'; user: AdminUser }
type Props = { opened: UserAction | undefined; onClose: () => void; onDeleted: (id: string) => void }

/** The dialog of the action that was chosen. */
export function UserDialogs({ opened, onClose, onDeleted }: Props) {
  if (!opened) return null
  const { action, user } = opened
  return (
    <Suspense fallback={null}>
      {action === 'edit' ? <EditUser user={user} onClose={onClose} /> : null}
      {action === 'promote' ? <MakeAdmin user={user} onClose={onClose} /> : null}
      {action === 'delete' ? <DeleteUser user={user} onClose={onClose} onDeleted={onDeleted} /> : null}
    </Suspense>
  )
}
