import { lazy, Suspense, useState } from 'react'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { Pager } from '@/components/pager'
import { QueryState } from '@/components/query-state'
import type { Column } from '@/components/table-column'
import { useUrlPage } from '@/components/use-url-page'
import { type AdminUser, useAdminUsers, usersLoadFailure, usersPerPage } from '@/entities/admin-users'
import { useUser } from '@/entities/session'
import { pageInfo } from '@/lib/format'
import { UserActions } from './user-actions'
import { userColumns } from './user-columns'

const EditUser = lazy(() => import('./edit-user').then((m) => ({ default: m.EditUser })))
const MakeAdmin = lazy(() => import('./make-admin').then((m) => ({ default: m.MakeAdmin })))
const DeleteUser = lazy(() => import('./delete-user').then((m) => ({ default: m.DeleteUser })))

type Opened = { action: 'edit' | 'promote' | 'delete'; user: AdminUser }

/** The users that match, and the dialog that is open for one of them. */
export function UserList({ search }: { search: string }) {
  const me = useUser().id
  const { page, setPage } = useUrlPage()
  const users = useAdminUsers(search, page)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)

  const actions: Column<AdminUser> = {
    id: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: (user) => (
      <UserActions user={user} isSelf={user.id === me} onOpen={(action) => setOpened({ action, user })} />
    ),
  }
  const table = {
    caption: 'All Users',
    columns: [...userColumns(me), actions],
    rowKey: ({ id }: AdminUser) => id,
  }

  return (
    <>
      <QueryState
        query={users}
        pending={<DataTable {...table} rows={undefined} />}
        error={{ title: usersLoadFailure, safe: 'Nothing was changed.' }}
        isEmpty={({ count }) => count === 0}
        empty={
          <EmptyState title="No users found.">
            {search ? 'No name and no e-mail contains this. Try another search.' : null}
          </EmptyState>
        }
      >
        {({ rows, count, page: shown, pages }) => (
          <>
            <DataTable {...table} rows={rows} />
            <Pager
              info={pageInfo(shown, usersPerPage, count, 'user')}
              page={shown}
              pages={pages}
              onPage={setPage}
            />
          </>
        )}
      </QueryState>
      <Suspense fallback={null}>
        {opened?.action === 'edit' ? <EditUser user={opened.user} onClose={close} /> : null}
        {opened?.action === 'promote' ? <MakeAdmin user={opened.user} onClose={close} /> : null}
        {opened?.action === 'delete' ? <DeleteUser user={opened.user} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
