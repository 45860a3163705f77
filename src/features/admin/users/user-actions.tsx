import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import type { Profile } from '@/entities/profiles/profile'

type Props = { user: Profile; isSelf: boolean; onOpen: (action: 'edit' | 'promote' | 'delete') => void }

/** Admins cannot delete themselves (D12). */
export function UserActions({ user, isSelf, onOpen }: Props) {
  return (
    <>
      {user.role === 'user' ? (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Make Admin: ${user.name}`}
          onClick={() => onOpen('promote')}
        >
          Make Admin
        </Button>
      ) : null}
      <IconButton aria-label={`Edit ${user.name}`} icon={<Pencil />} onClick={() => onOpen('edit')} />
      <IconButton
        aria-label={`Delete ${user.name}`}
        title={isSelf ? 'You cannot delete your own account.' : `Delete ${user.name}`}
        variant="danger-quiet"
        icon={<Trash2 />}
        disabled={isSelf}
        onClick={() => onOpen('delete')}
      />
    </>
  )
}
