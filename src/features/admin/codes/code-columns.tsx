import { Ban, CalendarClock, Copy, Download, Link } from 'lucide-react'
import { TokenAmount } from '@/components/domain/token-amount'
import type { SortLabels } from '@/components/list/list-sort'
import { dateCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { IconButton } from '@/components/ui/button'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'
import { Menu } from '@/components/ui/menu'
import type { Code, CodeKind, CodeSort, CodeState } from '@/entities/codes/code'
import { formatCount, formatNumber } from '@/lib/format'
import { inviteLink } from './codes-csv'
import { CodeLink } from './panel/with-code-panel'
import { Expires, Uses } from './uses'

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
  id: 'token_value',
  header: 'Token Value',
  align: 'end',
  ruled: true,
  width: 140,
  card: 'side',
  cell: ({ token_value }) => <TokenAmount value={token_value ?? 0} />,
}

const uses: Column<Code> = {
  id: 'uses',
  header: 'Uses',
  width: 132,
  cell: (row) => (row.max_uses > 1 ? <Uses {...row} /> : null),
}

const expires: Column<Code> = {
  id: 'expires_at',
  header: 'Expires',
  nowrap: true,
  card: 'right',
  cell: ({ expires_at }) => <Expires at={expires_at} />,
}

const expired: Column<Code> = {
  id: 'expires_at',
  header: 'Expired',
  nowrap: true,
  cell: ({ expires_at }) => (expires_at ? dateCell(expires_at) : null),
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

const used: Column<Code> = {
  id: 'used_at',
  header: 'Used',
  nowrap: true,
  cell: ({ used_at }) => (used_at ? dateCell(used_at) : null),
}

const revoked: Column<Code> = {
  id: 'revoked_at',
  header: 'Revoked',
  nowrap: true,
  cell: ({ revoked_at, revoker }) => (
    <span>
      {revoked_at ? dateCell(revoked_at) : null}
      <bdi className="block text-xs text-ink-muted">{revoker?.name ?? 'Deleted user'}</bdi>
    </span>
  ),
}

const reason: Column<Code> = {
  id: 'reason',
  header: 'Reason',
  cell: ({ revoked_reason }) => <span className="block max-w-[60ch]">{revoked_reason}</span>,
}

const created: Column<Code> = {
  id: 'created_at',
  header: 'Created',
  nowrap: true,
  cell: ({ created_at }) => dateCell(created_at),
}

type Options = {
  kind: CodeKind
  state: CodeState
  onRevoke: (code: Code) => void
  onExtend: (code: Code) => void
  onBatch: (batch: string) => void
}

/** Copying stays outside, as specified; the rest is in the menu of the row. */
const actions = ({ kind, state, onRevoke, onExtend, onBatch }: Options): Column<Code> => ({
  id: 'actions',
  header: state === 'available' ? 'Copy, more' : 'More',
  card: 'actions',
  cell: (row) => {
    const { code, batch_id } = row
    const link = inviteLink(code)
    const isAvailable = state === 'available'
    return (
      <>
        {isAvailable ? (
          <IconButton
            icon={<Copy />}
            aria-label={`Copy ${code}`}
            onClick={() => copyWithToast(code, 'Code copied to clipboard', copyFailure(code))}
          />
        ) : null}
        <Menu
          label={`More for ${code}`}
          items={[
            isAvailable &&
              kind === 'invite' && {
                label: 'Copy link',
                icon: <Link />,
                onSelect: () => copyWithToast(link, 'URL copied to clipboard', copyFailure(link)),
              },
            (isAvailable || state === 'expired') && {
              label: 'Change end date',
              icon: <CalendarClock />,
              onSelect: () => onExtend(row),
            },
            batch_id && {
              label: 'Download CSV of its batch',
              icon: <Download />,
              onSelect: () => onBatch(batch_id),
            },
            isAvailable && { label: 'Revoke', icon: <Ban />, danger: true, onSelect: () => onRevoke(row) },
          ]}
        />
      </>
    )
  },
})

/** The heads that sort; by each, whether the first click sorts ascending. */
export function codeSorts(kind: CodeKind, state: CodeState) {
  const heads: Partial<Record<CodeSort['by'], boolean>> = { code: true, created_at: false }
  if (kind === 'token') heads.token_value = true
  if (state === 'used') heads.used_at = false
  else if (state === 'revoked') heads.revoked_at = false
  else heads.expires_at = true
  return heads
}

const sortLabels = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  code: 'Code, A to Z',
  '-code': 'Code, Z to A',
  token_value: 'Lowest value first',
  '-token_value': 'Highest value first',
  expires_at: 'First to expire',
  '-expires_at': 'Last to expire',
  '-used_at': 'Last used',
  used_at: 'First used',
  '-revoked_at': 'Last revoked',
  revoked_at: 'First revoked',
}

export function codeSortLabels(kind: CodeKind, state: CodeState): SortLabels<CodeSort['by']> {
  const heads = codeSorts(kind, state)
  return Object.fromEntries(
    Object.entries(sortLabels).filter(([sort]) => Object.hasOwn(heads, sort.replace('-', ''))),
  )
}

/** The specified columns in the specified order, then additions, then actions (D69). */
export function codeColumns(options: Options): Column<Code>[] {
  const { kind, state } = options
  const worth = kind === 'token' ? [value] : []
  const more = actions(options)
  if (state === 'available') return [code, ...worth, { ...created, card: 'left' }, uses, expires, more]
  if (state === 'expired')
    return [code, ...worth, created, uses, expired, ...(kind === 'token' ? [lapsed] : []), more]
  if (state === 'revoked') return [code, ...worth, created, uses, revoked, reason, more]
  return [code, ...worth, usedBy, created, uses, used, more]
}
