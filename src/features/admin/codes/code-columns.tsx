import type { Column } from '@/components/table-column'
import { TokenAmount } from '@/components/token-amount'
import type { Code, CodeKind } from '@/entities/codes'
import { formatDate } from '@/lib/format'
import { CopyActions } from './copy-actions'

const code: Column<Code> = {
  id: 'code',
  header: 'Code',
  card: 'main',
  cell: (row) => <span className="code">{row.code}</span>,
}

const value: Column<Code> = {
  id: 'value',
  header: 'Token Value',
  card: 'side',
  cell: ({ token_value }) => <TokenAmount value={token_value ?? 0} />,
}

const usedBy: Column<Code> = {
  id: 'used-by',
  header: 'Used By',
  cell: ({ user }) =>
    user ? (
      <span className="min-w-0">
        <span className="block font-semibold">{user.name}</span>
        <span className="block text-xs text-ink-muted">{user.email}</span>
      </span>
    ) : (
      <span className="text-ink-muted">Unknown user</span>
    ),
}

const created: Column<Code> = {
  id: 'created',
  header: 'Created',
  nowrap: true,
  cell: ({ created_at }) => <span className="figures text-ink-2">{formatDate(created_at)}</span>,
}

const copy = (kind: CodeKind): Column<Code> => ({
  id: 'copy',
  header: 'Copy',
  card: 'actions',
  cell: (row) => <CopyActions kind={kind} code={row.code} />,
})

/** The columns of 'Available Codes' (chapter 2). */
export const availableColumns: Record<CodeKind, Column<Code>[]> = {
  token: [code, value, created, copy('token')],
  invite: [code, created, copy('invite')],
}

/** The columns of 'Used Codes' (chapter 2). */
export const usedColumns: Record<CodeKind, Column<Code>[]> = {
  token: [code, value, usedBy, created],
  invite: [code, usedBy, created],
}
