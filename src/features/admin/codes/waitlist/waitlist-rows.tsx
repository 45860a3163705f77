import type { UseQueryResult } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { KeysetTable } from '@/components/list/keyset-table'
import { EmptyState } from '@/components/list/query-state'
import { selectionColumn } from '@/components/selection/selection'
import type { Selection } from '@/components/selection/use-selection'
import type { Column } from '@/components/table/data-table'
import { timeColumn } from '@/components/table/time-column'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { KeysetPage } from '@/entities/shared/keyset'
import { type WaitlistEntry, waitingKey, waitingPerPage } from '@/entities/waitlist/admin'
import type { PageCursor } from '@/lib/page-cursor'

type RowAction = 'approve' | 'decline' | 'remove'

type Props = {
  declined: boolean
  /** Of a search. */
  onShowAll: (() => void) | undefined
  list: UseQueryResult<KeysetPage<WaitlistEntry>>
  total: { value: number; capped: boolean } | undefined
  selection: Selection<WaitlistEntry>
  onAction: (act: RowAction) => (row: WaitlistEntry) => void
  goTo: (cursor: PageCursor) => void
}

const columns: Column<WaitlistEntry>[] = [
  {
    id: 'email',
    header: 'Address',
    card: 'main',
    cell: ({ email }) => (
      <span translate="no" className="font-semibold [overflow-wrap:anywhere]">
        {email}
      </span>
    ),
  },
  timeColumn('asked', 'Asked', ({ requested_at }) => requested_at),
]

export function WaitlistRows({ declined, onShowAll, list, total, selection, onAction: onAct, goTo }: Props) {
  const actions: Column<WaitlistEntry> = {
    id: 'acts',
    header: declined ? 'Remove' : 'Approve, more',
    card: 'actions',
    cell: (row) =>
      declined ? (
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label={`Remove ${row.email}`}
          onClick={() => onAct('remove')(row)}
        >
          Remove
        </Button>
      ) : (
        <>
          <Button size="sm" aria-label={`Approve ${row.email}`} onClick={() => onAct('approve')(row)}>
            Approve
          </Button>
          <Menu
            label={`More for ${row.email}`}
            items={[
              { label: 'Decline', icon: <X />, onSelect: () => onAct('decline')(row) },
              {
                label: 'Remove',
                icon: <Trash2 />,
                danger: true,
                onSelect: () => onAct('remove')(row),
              },
            ]}
          />
        </>
      ),
  }
  const table = {
    caption: declined ? 'Declined' : 'Waitlist',
    columns: [
      ...(declined ? [] : [selectionColumn(selection, ({ email }: WaitlistEntry) => email)]),
      ...columns,
      actions,
    ],
    rowKey: ({ id }: WaitlistEntry) => id,
  }

  return (
    <KeysetTable
      query={list}
      table={table}
      error={{ title: 'Failed to load the waitlist', safe: 'Nobody was approved or declined.' }}
      empty={
        onShowAll ? (
          <EmptyState
            title="Nobody matches your search criteria."
            action={<Button onClick={onShowAll}>Show all</Button>}
          />
        ) : declined ? (
          <EmptyState title="Nobody has been declined." />
        ) : (
          emptyState
        )
      }
      noun={['person', 'people']}
      size={waitingPerPage}
      count={total}
      keyOf={waitingKey}
      goTo={goTo}
    />
  )
}

const emptyState = (
  <EmptyState title="Nobody is waiting.">
    Visitors ask for an invitation on the front page, and where they sign in. Their requests are kept for 180
    days.
  </EmptyState>
)
