import { RoleBadge } from '@/components/role-badge'
import type { Column } from '@/components/table-column'
import { TokenAmount } from '@/components/token-amount'
import { Avatar } from '@/components/ui/avatar'
import type { AdminUser } from '@/entities/admin-users'
import { formatDate } from '@/lib/format'

/** The columns of chapter 2; `me` is the admin who looks. */
export function userColumns(me: string): Column<AdminUser>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      card: 'main',
      width: '26%',
      cell: ({ id, name }) => (
        <span className="flex min-w-0 items-center gap-3.5">
          <Avatar name={name} />
          <span className="min-w-0 font-semibold">
            {name}
            {id === me ? <span className="font-normal text-ink-muted"> (you)</span> : null}
          </span>
        </span>
      ),
    },
    { id: 'email', header: 'Email', cell: ({ email }) => <span className="text-ink-2">{email}</span> },
    { id: 'role', header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
    {
      id: 'tokens',
      header: 'Tokens',
      align: 'end',
      ruled: true,
      card: 'side',
      cell: ({ current_tokens }) => <TokenAmount value={current_tokens} />,
    },
    {
      id: 'joined',
      header: 'Joined',
      ruled: true,
      nowrap: true,
      cell: ({ created_at }) => (
        <time dateTime={created_at} className="text-ink-2">
          {formatDate(created_at)}
        </time>
      ),
    },
  ]
}
