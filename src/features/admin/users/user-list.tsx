import { CalendarPlus, Coins, Mail, Pencil, ShieldPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { KeysetTable } from '@/components/list/keyset-table'
import { SortSelect } from '@/components/list/list-sort'
import { usePageCursor } from '@/components/list/pager'
import { EmptyState } from '@/components/list/query-state'
import { ListKeys } from '@/components/selection/list-keys'
import { SelectionLine, selectionColumn } from '@/components/selection/selection'
import { type Selection, useSelection } from '@/components/selection/use-selection'
import type { Column } from '@/components/table/data-table'
import { sortable } from '@/components/table/sortable'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { OperationTarget } from '@/entities/operations/operation'
import {
  type ProfileGroup,
  profileKey,
  profilesPerPage,
  useAdminProfiles,
  useProfileCount,
} from '@/entities/profiles/admin-list'
import { profilesLoadFailure } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { BulkBar } from '@/widgets/operations/bulk-bar'
import { OperationBar } from '@/widgets/operations/operation-bar'
import { useAfterRun } from '@/widgets/operations/progress'
import type { UserAction } from './actions/user-dialogs'
import type { useOpenPerson } from './use-open-person'
import { userColumns, userSorts, useUserSort } from './user-columns'

const ExtendMemberships = lazyDialog(() =>
  import('./memberships/extend-memberships').then((m) => m.ExtendMemberships),
)
const GrantTokens = lazyDialog(() => import('./grants/grant-tokens').then((m) => m.GrantTokens))

type Props = { user: Profile; isSelf: boolean; onOpen: (action: UserAction['action']) => void }

/** Admins cannot delete themselves (D12). */
function UserActions({ user, isSelf, onOpen }: Props) {
  return (
    <>
      <IconButton aria-label={`Edit ${user.name}`} icon={<Pencil />} onClick={() => onOpen('edit')} />
      <Menu
        label={`More for ${user.name}`}
        items={[
          { label: 'Grant tokens', icon: <Coins />, onSelect: () => onOpen('grant') },
          user.membership_end_date && {
            label: 'Extend membership',
            icon: <CalendarPlus />,
            onSelect: () => onOpen('extend'),
          },
          !isSelf && { label: 'Send message', icon: <Mail />, onSelect: () => onOpen('message') },
          user.role === 'user' && {
            label: 'Make Admin',
            icon: <ShieldPlus />,
            onSelect: () => onOpen('promote'),
          },
          !isSelf && { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => onOpen('delete') },
        ]}
      />
    </>
  )
}

const keys = { name: true, email: true, current_tokens: false, created_at: false }
const noun = ['user', 'users'] as const
const operationKinds = ['token_grant', 'membership']
const rowKey = ({ id }: Profile) => id

type UserListProps = {
  search: string
  group: ProfileGroup
  person: ReturnType<typeof useOpenPerson>
  onAction: (opened: UserAction) => void
}

export function UserList({ search, group, person, onAction }: UserListProps) {
  const me = useUser().id
  const { cursor, goTo } = usePageCursor()
  const { sort, setSort } = useUserSort()
  const users = useAdminProfiles({ search, group, sort }, cursor)
  const count = useProfileCount(search, group)

  const actions: Column<Profile> = {
    id: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: (user) => (
      <UserActions user={user} isSelf={user.id === me} onOpen={(action) => onAction({ action, user })} />
    ),
  }
  const rows = (users.isPlaceholderData ? undefined : users.data?.rows) ?? []
  const selection = useSelection<Profile>({
    rows,
    matching: count.data,
    scope: `${group} ${search}`,
  })
  const columns = [
    selectionColumn(selection, ({ name }) => name),
    ...sortable([...userColumns({ me, linkTo: person.linkTo }), actions], { keys, sort, onSort: setSort }),
  ]
  const table = { caption: 'All Users', columns, rowKey, selectedKey: person.id }

  return (
    <div className="dense-rows">
      <ListKeys noun="user" rows={rows} selection={selection} onOpen={person.open} />
      <SortSelect labels={userSorts} className="mb-3" />
      <SelectionLine selection={selection} />
      <KeysetTable
        query={users}
        table={table}
        error={{ title: profilesLoadFailure, safe: 'Nothing was changed.' }}
        empty={
          <EmptyState title="No users found.">
            {search || group ? 'No user matches this search.' : null}
          </EmptyState>
        }
        noun={noun}
        size={profilesPerPage}
        count={users.isPlaceholderData ? undefined : count.data}
        keyOf={(user) => profileKey(user, sort)}
        goTo={goTo}
      />
      <OperationBar kinds={operationKinds}>
        {selection.count > 0 ? (
          <UsersBulkBar
            selection={selection}
            filter={{ ...(search && { search }), ...(group && { group }) }}
          />
        ) : null}
      </OperationBar>
    </div>
  )
}

type BulkBarProps = { selection: Selection<Profile>; filter: Record<string, string> }

function UsersBulkBar({ selection, filter }: BulkBarProps) {
  const [action, setAction] = useState<'extend' | 'grant'>()
  const { all, ids, picked, count, clear } = selection
  const target: OperationTarget = all ? { filter } : { ids }
  const dialog = { onRun: useAfterRun(clear), onClose: () => setAction(undefined) }

  return (
    <>
      <BulkBar
        selection={selection}
        noun={noun}
        actions={[
          // Lines name members by email, so this needs users who were selected one by one.
          ...(all ? [] : [{ id: 'grant', label: 'Grant tokens', onSelect: () => setAction('grant') }]),
          { id: 'extend', label: 'Extend memberships', primary: true, onSelect: () => setAction('extend') },
        ]}
      />
      {action === 'extend' ? (
        <ExtendMemberships
          frame={{ title: 'Extend memberships', wide: true }}
          target={target}
          selected={count}
          {...dialog}
        />
      ) : null}
      {action === 'grant' ? (
        <GrantTokens
          frame={{ title: 'Grant tokens', wide: true }}
          text={picked.map(({ email }) => email).join('\n')}
          {...dialog}
        />
      ) : null}
    </>
  )
}
