import { useState } from 'react'
import { Link } from 'react-router-dom'
import { TokenAmount } from '@/components/domain/token-amount'
import { KeysetPager } from '@/components/list/pager'
import { QueryState } from '@/components/list/query-state'
import type { Column } from '@/components/table/data-table'
import { DataTable } from '@/components/table/data-table'
import type { CodeKind } from '@/entities/codes/code'
import { type CodeDetails, type CodeUser, codeUsersPerPage, useCodeUsers } from '@/entities/codes/details'
import { adminPaths } from '@/lib/admin-paths'
import { formatDate, formatDateTime } from '@/lib/format'
import type { PageCursor } from '@/lib/page-cursor'

const columns: Column<CodeUser>[] = [
  {
    id: 'person',
    header: 'Used By',
    card: 'main',
    cell: ({ user_id, name, email }) =>
      user_id ? (
        <span className="min-w-0">
          <Link to={adminPaths.personOf(user_id)} className="link font-semibold">
            <bdi>{name}</bdi>
          </Link>
          <span translate="no" className="block text-xs font-normal text-ink-muted [overflow-wrap:anywhere]">
            {email}
          </span>
        </span>
      ) : (
        <span className="text-ink-muted">Deleted user</span>
      ),
  },
  {
    id: 'used',
    header: 'Used',
    nowrap: true,
    cell: ({ used_at }) => <time dateTime={used_at}>{formatDateTime(used_at)}</time>,
  },
  {
    id: 'order',
    header: 'First order since',
    nowrap: true,
    cell: ({ order_id, order_number, ordered_at }) =>
      order_id && ordered_at ? (
        <span>
          <Link to={adminPaths.orderOf(order_id)} className="link figures font-semibold">
            {order_number}
          </Link>
          <span className="block text-xs text-ink-muted">{formatDate(ordered_at)}</span>
        </span>
      ) : (
        <span className="text-ink-muted">None yet</span>
      ),
  },
  {
    id: 'tokens',
    header: 'Tokens',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: ({ tokens }) => (tokens === null ? null : <TokenAmount value={tokens} />),
  },
]

export function CodeUsers({ kind, code }: { kind: CodeKind; code: CodeDetails }) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  const users = useCodeUsers(kind, code.id, cursor)
  const table = { caption: 'Used by', columns, rowKey: ({ id }: CodeUser) => id, skeletonRows: 2 }
  if (code.uses === 0) return <p className="text-ink-muted">Nobody has used it yet.</p>
  return (
    <div>
      <QueryState
        query={users}
        pending={<DataTable {...table} rows={undefined} />}
        error={{ title: 'Failed to load who used the code', safe: 'No code was changed.' }}
      >
        {(shown) => (
          <>
            <DataTable {...table} rows={shown.rows} />
            {shown.hasPrevious || shown.hasNext ? (
              <KeysetPager
                noun={['person', 'people']}
                size={codeUsersPerPage}
                shown={shown}
                count={{ value: code.uses, capped: false }}
                keyOf={({ used_at, id }) => ({ value: used_at, id })}
                goTo={goTo}
              />
            ) : null}
          </>
        )}
      </QueryState>
    </div>
  )
}
