import { useState } from 'react'
import { Link } from 'react-router-dom'
import { EntryCell, TimeCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { orderLabel } from '@/entities/orders/order'
import { type PersonNote, usePersonNotes } from '@/entities/profiles/admin-person'
import { createdKey } from '@/entities/shared/keyset'
import { adminPaths } from '@/lib/admin-paths'
import type { PageCursor } from '@/lib/page-cursor'
import { PersonList } from './person-list'

const columns: Column<PersonNote>[] = [
  {
    id: 'written',
    header: 'Written',
    nowrap: true,
    cell: ({ created_at }) => <TimeCell iso={created_at} />,
  },
  {
    id: 'note',
    header: 'Note',
    card: 'main',
    cell: ({ body }) => <bdi className="whitespace-pre-line">{body ?? 'Data removed'}</bdi>,
  },
  {
    id: 'order',
    header: 'Order',
    cell: (note) => (
      <EntryCell
        title={
          <Link to={adminPaths.orderOf(note.order_id)} className="link figures">
            {orderLabel(note)}
          </Link>
        }
        sub={note.benefit_name}
      />
    ),
  },
  { id: 'author', header: 'By', cell: ({ author_name }) => <bdi>{author_name ?? 'A deleted admin'}</bdi> },
]
const table = { caption: 'Notes', columns }

export function PersonNotes({ id, count }: { id: string; count: number | undefined }) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  return (
    <PersonList
      query={usePersonNotes(id, cursor)}
      count={count}
      table={table}
      noun={['note', 'notes']}
      failure="Failed to load the notes"
      empty="What admins write about this user's orders will appear here."
      keyOf={createdKey}
      goTo={goTo}
    />
  )
}
