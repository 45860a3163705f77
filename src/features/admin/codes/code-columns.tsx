import { TokenAmount } from '@/components/domain/token-amount'
import type { Column } from '@/components/table/table-column'
import type { Code, CodeKind } from '@/entities/codes/code'
import { formatDate } from '@/lib/format'
import { CopyActions } from './copy-actions'
import { BatchCsv } from './create/batch-csv'

const code: Column<Code> = {
  id: 'code',
  header: 'Code',
  card: 'main',
  cell: (row) => (
    <>
      <span className="code">{row.code}</span>
      {row.note ? (
        <span className="mt-0.5 block max-w-[60ch] text-xs font-normal text-ink-muted">{row.note}</span>
      ) : null}
    </>
  ),
}

const value: Column<Code> = {
  id: 'value',
  header: 'Token Value',
  align: 'end',
  ruled: true,
  width: 140,
  card: 'side',
  cell: ({ token_value }) => <TokenAmount value={token_value ?? 0} />,
}

const usedBy: Column<Code> = {
  id: 'used-by',
  header: 'Used By',
  cell: ({ user }) =>
    user ? (
      <span className="min-w-0">
        <bdi className="block font-semibold">{user.name}</bdi>
        <span className="block text-xs text-ink-muted">{user.email}</span>
      </span>
    ) : (
      <span className="text-ink-muted">Unknown user</span>
    ),
}

const date = (iso: string) => <span className="figures text-ink-2">{formatDate(iso)}</span>

const used: Column<Code> = {
  id: 'used',
  header: 'Used',
  nowrap: true,
  cell: ({ used_at }) => (used_at ? date(used_at) : null),
}

const created: Column<Code> = {
  id: 'created',
  header: 'Created',
  nowrap: true,
  cell: ({ created_at }) => date(created_at),
}

const copy = (kind: CodeKind): Column<Code> => ({
  id: 'copy',
  header: 'Copy',
  card: 'actions',
  cell: (row) => (
    <>
      {row.batch_id ? <BatchCsv kind={kind} code={row.code} batch={row.batch_id} /> : null}
      <CopyActions kind={kind} code={row.code} />
    </>
  ),
})

const batch = (kind: CodeKind): Column<Code> => ({
  id: 'batch',
  header: 'Batch',
  card: 'actions',
  cell: (row) => (row.batch_id ? <BatchCsv kind={kind} code={row.code} batch={row.batch_id} /> : null),
})

export function codeColumns(kind: CodeKind, inUse: boolean, rows: readonly Code[]): Column<Code>[] {
  const first = kind === 'token' ? [code, value] : [code]
  const ruled = kind === 'token'
  if (!inUse) return [...first, { ...created, ruled }, copy(kind)]
  const batches = rows.some(({ batch_id }) => batch_id) ? [batch(kind)] : []
  return [...first, { ...usedBy, ruled }, used, created, ...batches]
}
