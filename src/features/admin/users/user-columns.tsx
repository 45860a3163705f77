import { Fragment } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { RoleBadge } from '@/components/domain/badges'
import { TokenAmount } from '@/components/domain/token-amount'
import { type SortLabels, useListSort } from '@/components/list/list-sort'
import type { Column } from '@/components/table/data-table'
import { dateColumn } from '@/components/table/time-column'
import { Avatar } from '@/components/ui/avatar'
import type { ProfileSort } from '@/entities/profiles/admin-list'
import { membershipStatus, type Profile } from '@/entities/profiles/profile'
import { formatCount, formatDate } from '@/lib/format'
import { daysUntil } from '@/lib/near-time'

export const userSorts: SortLabels<ProfileSort['by']> = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  '-current_tokens': 'Most tokens first',
  current_tokens: 'Fewest tokens first',
}

export const useUserSort = () => useListSort(userSorts)

type ColumnOptions = { me: string; linkTo: (id: string) => LinkProps }

export function userColumns({ me, linkTo }: ColumnOptions): Column<Profile>[] {
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
            <Link
              {...linkTo(id)}
              data-opens-row
              className="rounded-sm underline-offset-[3px] hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
            {id === me ? <span className="font-normal text-ink-muted"> (you)</span> : null}
          </span>
        </span>
      ),
    },
    {
      id: 'email',
      header: 'Email',
      cell: ({ email }) => (
        <span translate="no" className="inline-block min-w-24 text-ink-2">
          {email.split(/(?<=[@.])/).map((part, at) => (
            <Fragment key={email.slice(0, at) + part}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </span>
      ),
    },
    { id: 'role', header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
    {
      id: 'current_tokens',
      header: 'Tokens',
      align: 'end',
      ruled: true,
      card: 'side',
      cell: ({ current_tokens }) => <TokenAmount value={current_tokens} />,
    },
    dateColumn('created_at', 'Joined', ({ created_at }) => created_at, { ruled: true }),
    // Additions stand behind the specified columns (D69).
    { id: 'membership', header: 'Membership', nowrap: true, cell: (user) => <Membership user={user} /> },
  ]
}

function Membership({ user }: { user: Profile }) {
  const { role, membership_start_date: start, membership_end_date: end } = user
  if (role === 'admin') return <span className="text-ink-muted">Admin</span>
  if (start === null && end === null) return <span>{membershipStatus(user)}</span>
  if (end === null || end === 'infinity') return <span>No end</span>
  const days = daysUntil(end)
  if (days <= 0) return <span className="text-ink-muted">{`Ended ${formatDate(end)}`}</span>
  return (
    <>
      <span>{`Until ${formatDate(end)}`}</span>
      {days <= 30 ? (
        <span className="block text-xs text-warning">{`in ${formatCount(days, 'day')}`}</span>
      ) : null}
    </>
  )
}
