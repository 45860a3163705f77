import { useState } from 'react'
import { TokenAmount } from '@/components/domain/token-amount'
import type { Column } from '@/components/table/table-column'
import { type ProfileCode, useProfileCodes } from '@/entities/profiles/admin-related-lists'
import { formatDateTime } from '@/lib/format'
import type { PageCursor } from '@/lib/page-cursor'
import { PersonList } from './person-list'

const columns: Column<ProfileCode>[] = [
  {
    id: 'code',
    header: 'Code',
    card: 'main',
    cell: ({ code }) => <span className="code font-semibold">{code}</span>,
  },
  { id: 'note', header: 'Note', cell: ({ note }) => note },
  {
    id: 'value',
    header: 'Token Value',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: ({ token_value }) => <TokenAmount value={token_value} />,
  },
  {
    id: 'used',
    header: 'Redeemed',
    ruled: true,
    nowrap: true,
    cell: ({ used_at }) => (used_at ? formatDateTime(used_at) : null),
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
      keyOf={({ used_at, created_at, id }) => ({ value: used_at ?? created_at, id })}
      goTo={goTo}
    />
  )
}
