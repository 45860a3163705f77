import { useState } from 'react'
import { Link } from 'react-router-dom'
import { TokenAmount } from '@/components/domain/token-amount'
import type { Column } from '@/components/table/table-column'
import { type ProfileCode, useProfileCodes } from '@/entities/profiles/admin-person'
import { adminPaths } from '@/lib/admin-paths'
import { formatDateTime } from '@/lib/format'
import type { PageCursor } from '@/lib/page-cursor'
import { PersonList } from './person-list'

const columns: Column<ProfileCode>[] = [
  {
    id: 'code',
    header: 'Code',
    card: 'main',
    cell: ({ code }) =>
      code ? (
        <Link to={adminPaths.tokenCodeOf(code.id)} translate="no" className="link code font-semibold">
          {code.code}
        </Link>
      ) : null,
  },
  { id: 'note', header: 'Note', cell: ({ code }) => code?.note },
  {
    id: 'value',
    header: 'Token Value',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: ({ amount }) => <TokenAmount value={amount} />,
  },
  {
    id: 'used',
    header: 'Redeemed',
    ruled: true,
    nowrap: true,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
  },
]
const table = { caption: 'Token codes', columns }

export function PersonCodes({ id, count }: { id: string; count: number | undefined }) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  return (
    <PersonList
      query={useProfileCodes(id, cursor)}
      count={count}
      table={table}
      noun={['token code', 'token codes']}
      failure="Failed to load redeem codes"
      empty="Redeemed token codes will appear here."
      keyOf={({ seq, id }) => ({ value: String(seq), id })}
      goTo={goTo}
    />
  )
}
