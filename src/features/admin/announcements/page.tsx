import { Plus } from 'lucide-react'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { flagParam, useUrlState } from '@/components/list/use-url-state'
import { type Column, DataTable } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Tag } from '@/components/ui/tag'
import { toastSuccess } from '@/components/ui/toast'
import { useNow } from '@/components/ui/use-now'
import {
  type Audience,
  audienceLabels,
  isAboutToBeSent,
  useAnnouncements,
  useCallBackAnnouncement,
} from '@/entities/announcements/announcements'
import { formatDateTime, formatNumber } from '@/lib/format'
import { Compose } from './compose'

type Row = NonNullable<ReturnType<typeof useAnnouncements>['data']>[number]

/** What the club has written to many, and a page to write (D67). */
export function AnnouncementsPage() {
  const { state, set } = useUrlState({ new: flagParam })
  return state.new ? (
    <Compose onDone={() => set({ new: false })} />
  ) : (
    <List onWrite={() => set({ new: true })} />
  )
}

const count = (value: number | null | undefined) => (
  <span className="figures">{value === null || value === undefined ? '–' : formatNumber(value)}</span>
)

const columns: Column<Row>[] = [
  {
    id: 'title',
    header: 'Title',
    card: 'main',
    cell: ({ title }) => <bdi className="font-semibold">{title}</bdi>,
  },
  { id: 'to', header: 'To', cell: ({ audience }) => audienceLabels[audience as Audience] },
  { id: 'when', header: 'Sent', nowrap: true, cell: (row) => <SendTime row={row} /> },
  { id: 'written', header: 'Written to', align: 'end', cell: ({ written_to }) => count(written_to) },
  {
    id: 'failed',
    header: 'Failed',
    align: 'end',
    cell: ({ stats, sent_at }) => count(sent_at ? stats?.failed : null),
  },
  {
    id: 'opened',
    header: 'Opened in the app',
    align: 'end',
    cell: ({ stats, sent_at, in_app }) => count(sent_at && in_app ? stats?.opened : null),
  },
  {
    id: 'unsubscribed',
    header: 'Unsubscribed',
    align: 'end',
    cell: ({ stats, sent_at }) => count(sent_at ? stats?.unsubscribed : null),
  },
  { id: 'actions', header: 'Actions', card: 'actions', cell: (row) => <CallBack row={row} /> },
]

function SendTime({ row }: { row: Row }) {
  const { send_at, sent_at, called_back_at } = row
  const now = useNow()
  if (called_back_at) return <Tag>Called back</Tag>
  if (sent_at) return <span className="figures text-ink-2">{formatDateTime(sent_at)}</span>
  return <Tag tone="warning">{isAboutToBeSent(row, now) ? 'In a minute' : formatDateTime(send_at)}</Tag>
}

function CallBack({ row: { id, title, sent_at, called_back_at } }: { row: Row }) {
  const callBack = useCallBackAnnouncement()
  if (sent_at || called_back_at) return null
  return (
    <Button
      size="sm"
      aria-label={`Call back ${title}`}
      busy={callBack.isPending}
      busyLabel="Calling back..."
      onClick={() =>
        callBack.mutate(id, {
          onSuccess: () => toastSuccess('Success', 'Called back: nobody was written to.'),
        })
      }
    >
      Call back
    </Button>
  )
}

function List({ onWrite }: { onWrite: () => void }) {
  const write = (
    <Button variant="primary" icon={<Plus />} onClick={onWrite}>
      New announcement
    </Button>
  )
  const table = { caption: 'Announcements', columns, rowKey: ({ id }: Row) => id }
  return (
    <>
      <PageHeader title="Announcements" subtitle="What you write to many members at once." actions={write} />
      <QueryState
        query={useAnnouncements()}
        pending={<DataTable {...table} rows={undefined} skeletonRows={3} />}
        error={{ title: 'The announcements could not be loaded.', safe: 'Nothing was sent.' }}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState
            title="No announcements yet."
            action={<Button onClick={onWrite}>Write the first</Button>}
          />
        }
      >
        {(rows) => (
          <>
            <DataTable {...table} rows={rows} />
            <p className="mt-4 max-w-[76ch] text-xs text-ink-muted">
              The opening of emails is not tracked. 'Opened in the app' counts readers of the email who marked
              the notification as read; 'Unsubscribed' those who want no more announcements by now. Figures
              are kept for 90 days.
            </p>
          </>
        )}
      </QueryState>
    </>
  )
}
