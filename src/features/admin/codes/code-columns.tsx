import { TokenAmount } from '@/components/domain/token-amount'
import type { Column } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import type { Code, CodeKind, CodeState } from '@/entities/codes/code'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import { CopyActions } from './copy-actions'
import { BatchCsv } from './create/batch-csv'
import { Expires } from './expires'
import { CodeLink } from './panel/code-link'
import { Uses } from './uses'

const code: Column<Code> = {
  id: 'code',
  header: 'Code',
  card: 'main',
  cell: (row) => (
    <>
      <CodeLink id={row.id}>
        <span translate="no" className="code inline-block min-w-28">
          {row.code}
        </span>
      </CodeLink>
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

const uses: Column<Code> = { id: 'uses', header: 'Uses', width: 132, cell: (row) => <Uses {...row} /> }

const expires: Column<Code> = {
  id: 'expires',
  header: 'Expires',
  nowrap: true,
  cell: ({ expires_at }) => <Expires at={expires_at} />,
}

const expired: Column<Code> = {
  id: 'expired',
  header: 'Expired',
  nowrap: true,
  cell: ({ expires_at }) => (expires_at ? date(expires_at) : null),
}

const lapsed: Column<Code> = {
  id: 'lapsed',
  header: 'Lapsed',
  align: 'end',
  ruled: true,
  cell: ({ max_uses, uses, token_value = 0 }) => (
    <span className="figures">{formatNumber((max_uses - uses) * token_value)}</span>
  ),
}

const usedBy: Column<Code> = {
  id: 'used-by',
  header: 'Used By',
  cell: ({ user, uses }) => (
    <span className="min-w-0">
      {user ? (
        <>
          <bdi className="block font-semibold">{user.name}</bdi>
          <span translate="no" className="block text-xs text-ink-muted">
            {user.email}
          </span>
        </>
      ) : (
        <span className="text-ink-muted">Unknown user</span>
      )}
      {uses > 1 ? (
        <span className="block text-xs text-ink-muted">{`and ${formatCount(uses - 1, 'other')} before`}</span>
      ) : null}
    </span>
  ),
}

const date = (iso: string) => <span className="figures text-ink-2">{formatDate(iso)}</span>

const used: Column<Code> = {
  id: 'used',
  header: 'Used',
  nowrap: true,
  cell: ({ used_at }) => (used_at ? date(used_at) : null),
}

const revoked: Column<Code> = {
  id: 'revoked',
  header: 'Revoked',
  nowrap: true,
  cell: ({ revoked_at, revoker }) => (
    <span>
      {revoked_at ? date(revoked_at) : null}
      <bdi className="block text-xs text-ink-muted">{revoker?.name ?? 'Deleted user'}</bdi>
    </span>
  ),
}

const why: Column<Code> = {
  id: 'why',
  header: 'Why',
  cell: ({ revoked_reason }) => <span className="block max-w-[60ch]">{revoked_reason}</span>,
}

const created: Column<Code> = {
  id: 'created',
  header: 'Created',
  nowrap: true,
  cell: ({ created_at }) => date(created_at),
}

const actions = (kind: CodeKind, onRevoke: (code: Code) => void): Column<Code> => ({
  id: 'copy',
  header: 'Copy, revoke',
  card: 'actions',
  cell: (row) => (
    <>
      {row.batch_id ? <BatchCsv kind={kind} code={row.code} batch={row.batch_id} /> : null}
      <CopyActions kind={kind} code={row.code} />
      <Button
        size="sm"
        variant="danger-quiet"
        aria-label={`Revoke ${row.code}`}
        onClick={() => onRevoke(row)}
      >
        Revoke
      </Button>
    </>
  ),
})

const batch = (kind: CodeKind): Column<Code> => ({
  id: 'batch',
  header: 'Batch',
  card: 'actions',
  cell: (row) => (row.batch_id ? <BatchCsv kind={kind} code={row.code} batch={row.batch_id} /> : null),
})

const extend = (onExtend: (code: Code) => void): Column<Code> => ({
  id: 'extend',
  header: 'Extend',
  card: 'actions',
  cell: (row) => (
    <Button size="sm" variant="quiet" aria-label={`Extend ${row.code}`} onClick={() => onExtend(row)}>
      Extend
    </Button>
  ),
})

type Options = {
  kind: CodeKind
  state: CodeState
  rows: readonly Code[]
  onRevoke: (code: Code) => void
  onExtend: (code: Code) => void
}

/** The specified columns in the specified order, then additions, then actions (D69). */
export function codeColumns({ kind, state, rows, onRevoke, onExtend }: Options): Column<Code>[] {
  const worth = kind === 'token' ? [value] : []
  if (state === 'available') return [code, ...worth, created, uses, expires, actions(kind, onRevoke)]
  if (state === 'expired')
    return [code, ...worth, created, uses, expired, ...(kind === 'token' ? [lapsed] : []), extend(onExtend)]
  const batches = rows.some(({ batch_id }) => batch_id) ? [batch(kind)] : []
  if (state === 'revoked') return [code, ...worth, created, uses, revoked, why, ...batches]
  return [code, ...worth, usedBy, created, uses, used, ...batches]
}
