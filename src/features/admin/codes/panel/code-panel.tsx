import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Dialog } from '@/components/dialog/dialog'
import { TokenAmount } from '@/components/domain/token-amount'
import { KeysetTable } from '@/components/list/keyset-table'
import { EmptyState, QueryState } from '@/components/list/query-state'
import type { Column } from '@/components/table/data-table'
import { Skeleton } from '@/components/ui/skeleton'
import type { CodeKind } from '@/entities/codes/code'
import {
  type CodeDetails,
  type CodeUser,
  codeUsersPerPage,
  useCode,
  useCodeUsers,
} from '@/entities/codes/details'
import { codeLoadFailures } from '@/entities/codes/messages'
import { adminPaths } from '@/lib/admin-paths'
import { formatDate, formatDateTime } from '@/lib/format'
import type { PageCursor } from '@/lib/page-cursor'
import { actionsOf, CodeActions, type OpenDialog } from './code-actions'
import { CodeFacts } from './code-facts'

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

function CodeUsers({ kind, code }: { kind: CodeKind; code: CodeDetails }) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  const users = useCodeUsers(kind, code.id, cursor)
  const table = { caption: 'Used by', columns, rowKey: ({ id }: CodeUser) => id, skeletonRows: 2 }
  if (code.uses === 0) return <p className="text-ink-muted">Nobody has used it yet.</p>
  return (
    <div>
      <KeysetTable
        query={users}
        table={table}
        error={{ title: 'Failed to load who used the code', safe: 'No code was changed.' }}
        empty={null}
        noun={['person', 'people']}
        size={codeUsersPerPage}
        count={{ value: code.uses, capped: false }}
        keyOf={({ used_at, id }) => ({ value: used_at, id })}
        goTo={goTo}
        hidesSinglePage
      />
    </div>
  )
}

type Props = { kind: CodeKind; id: string; onClose: () => void }

export function CodePanel({ kind, id, onClose }: Props) {
  const code = useCode(kind, id)
  const found = code.data
  const [open, setOpen] = useState<OpenDialog>()

  return (
    <Dialog
      side
      title={
        found ? (
          <span translate="no" className="code">
            {found.code}
          </span>
        ) : (
          'Code'
        )
      }
      description={found?.note ? <span className="[overflow-wrap:anywhere]">{found.note}</span> : undefined}
      onClose={onClose}
      footer={
        // Stays open after the last action, to show its result.
        found && (open || actionsOf(found).length > 0) ? (
          <CodeActions kind={kind} code={found} open={open} onOpen={setOpen} onRevoked={onClose} />
        ) : undefined
      }
    >
      <QueryState
        query={code}
        pending={<Waiting />}
        error={{ title: codeLoadFailures[kind], safe: 'No code was changed.' }}
      >
        {(shown) =>
          shown ? (
            <>
              <CodeFacts kind={kind} code={shown} onRevoked={onClose} />
              <CodeUsers kind={kind} code={shown} />
            </>
          ) : (
            <EmptyState title="Code not found.">This link doesn't point to a code.</EmptyState>
          )
        }
      </QueryState>
    </Dialog>
  )
}

function Waiting() {
  return (
    <div className="grid gap-5" role="status">
      <span className="sr-only">Loading the code</span>
      <Skeleton className="h-60" />
      <Skeleton className="h-40" />
    </div>
  )
}
