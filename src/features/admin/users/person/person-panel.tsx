import { Dialog } from '@/components/dialog/dialog'
import { EmptyState } from '@/components/list/empty-state'
import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useAdminProfile } from '@/entities/profiles/admin-person'
import { profilesLoadFailure } from '@/entities/profiles/messages'
import type { UserAction } from '../actions/user-dialogs'
import { PersonActions } from './person-actions'
import { PersonFacts } from './person-facts'
import { PersonFigures } from './person-figures'
import { PersonLists } from './person-lists'

type Props = { id: string; onAction: (opened: UserAction) => void; onClose: () => void }

export function PersonPanel({ id, onAction, onClose }: Props) {
  const person = useAdminProfile(id)
  const user = person.data

  return (
    <Dialog
      side
      title={<bdi className="[overflow-wrap:anywhere]">{user?.name ?? 'User'}</bdi>}
      description={
        user ? (
          <span translate="no" className="[overflow-wrap:anywhere]">
            {user.email}
          </span>
        ) : undefined
      }
      onClose={onClose}
      footer={
        user ? <PersonActions user={user} onOpen={(action) => onAction({ action, user })} /> : undefined
      }
    >
      <QueryState
        query={person}
        pending={<Waiting />}
        error={{ title: profilesLoadFailure, safe: 'Nothing was changed.' }}
      >
        {(found) =>
          found ? (
            <>
              <PersonFacts user={found} />
              <PersonFigures id={found.id} />
              <PersonLists id={found.id} />
            </>
          ) : (
            <EmptyState title="User not found.">
              This user was deleted, or this link doesn't point to a user.
            </EmptyState>
          )
        }
      </QueryState>
    </Dialog>
  )
}

function Waiting() {
  return (
    <div className="grid gap-5" role="status">
      <span className="sr-only">Loading the user</span>
      <Skeleton className="h-32" />
      <Skeleton className="h-10" />
      <Skeleton className="h-72" />
    </div>
  )
}
