import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useSecondFactors } from '@/entities/profiles/admin-person'
import type { Profile } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import type { UserAction } from '../actions/user-dialogs'

type Props = { user: Profile; onOpen: (action: UserAction['action']) => void }

/** Left-aligned, where no toast covers it. Admins cannot delete themselves (D12). */
export function PersonActions({ user, onOpen }: Props) {
  const isSelf = useUser().id === user.id
  const factors = useSecondFactors(user.id).data
  return (
    <>
      <Button variant="primary" icon={<Pencil />} onClick={() => onOpen('edit')}>
        Edit
      </Button>
      <Button onClick={() => onOpen('grant')}>Grant tokens</Button>
      {user.membership_end_date ? <Button onClick={() => onOpen('extend')}>Extend membership</Button> : null}
      {factors?.awaits_approval && !isSelf ? (
        <Button onClick={() => onOpen('approve-factor')}>Approve second factor</Button>
      ) : null}
      {factors?.authenticators && !isSelf ? (
        <Button onClick={() => onOpen('reset-factor')}>Reset second factor</Button>
      ) : null}
      {user.role === 'user' ? <Button onClick={() => onOpen('promote')}>Make Admin</Button> : null}
      <Button
        variant="danger-quiet"
        icon={<Trash2 />}
        disabled={isSelf}
        title={isSelf ? 'You cannot delete your own account.' : undefined}
        className="md:mr-auto"
        onClick={() => onOpen('delete')}
      >
        Delete
      </Button>
    </>
  )
}
