import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Dialog } from '@/components/dialog/dialog'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { EntryCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { timeColumn } from '@/components/table/time-column'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { orderLabel } from '@/entities/orders/order'
import {
  type PersonNote,
  useAdminProfile,
  usePersonNotes,
  usePersonStats,
  useProfileCounts,
  useSecondFactors,
} from '@/entities/profiles/admin-person'
import { profilesLoadFailure } from '@/entities/profiles/messages'
import type { Profile } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { createdKey } from '@/entities/shared/keyset'
import { adminPaths } from '@/lib/admin-paths'
import type { UserAction } from '../actions/user-dialogs'
import { useOpenPerson } from '../use-open-person'
import { PersonFacts, PersonStats } from './person-facts'
import { PersonLedger } from './person-ledger'
import { PersonCodes, PersonOrders, PersonPayments, PersonReports, personList } from './person-list'
import { PersonMessages } from './person-messages'

const columns: Column<PersonNote>[] = [
  timeColumn('written', 'Written', ({ created_at }) => created_at),
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
const PersonNotes = personList(usePersonNotes, {
  caption: 'Notes',
  columns,
  noun: ['note', 'notes'],
  failure: 'Failed to load the notes',
  empty: "What admins write about this user's orders will appear here.",
  keyOf: createdKey,
})

type Props = { user: Profile; onOpen: (action: UserAction['action']) => void }

/** Left-aligned, where no toast covers it. Admins cannot delete themselves (D12). */
function PersonActions({ user, onOpen }: Props) {
  const isSelf = useUser().id === user.id
  const factors = useSecondFactors(user.id).data
  return (
    <>
      <Button variant="primary" icon={<Pencil />} onClick={() => onOpen('edit')}>
        Edit
      </Button>
      <Button onClick={() => onOpen('grant')}>Grant tokens</Button>
      {user.membership_end_date ? <Button onClick={() => onOpen('extend')}>Extend membership</Button> : null}
      {isSelf ? null : <Button onClick={() => onOpen('message')}>Send message</Button>}
      {factors?.awaits_approval && !isSelf ? (
        <Button onClick={() => onOpen('approve-factor')}>Approve second factor</Button>
      ) : null}
      {factors?.authenticators && !isSelf ? (
        <Button onClick={() => onOpen('reset-factor')}>Reset second factor</Button>
      ) : null}
      {user.role === 'user' ? <Button onClick={() => onOpen('promote')}>Make Admin</Button> : null}
      <Button
        variant="danger-quiet"
        icon={<Trash2 />}
        disabled={isSelf}
        title={isSelf ? 'You cannot delete your own account.' : undefined}
        className="md:mr-auto"
        onClick={() => onOpen('delete')}
      >
        Delete
      </Button>
    </>
  )
}

const lists = {
  orders: { label: 'Orders', List: PersonOrders },
  ledger: { label: 'Ledger', List: PersonLedger },
  payments: { label: 'Payments', List: PersonPayments },
  codes: { label: 'Codes', List: PersonCodes },
  reports: { label: 'Reports', List: PersonReports },
  notes: { label: 'Notes', List: PersonNotes },
  messages: { label: 'Messages', List: PersonMessages },
}
const ids = ['orders', 'ledger', 'payments', 'codes', 'reports', 'notes', 'messages'] as const

function PersonLists({ id }: { id: string }) {
  const { tab, showTab } = useOpenPerson()
  const counts = { ...useProfileCounts(id).data, ...usePersonStats(id).data }
  const { List } = lists[tab]
  // While payments are off, nothing mentions them (D61).
  const tabs = ids.filter((each) => each !== 'payments' || counts.payments || tab === 'payments')

  return (
    <Tabs
      label="User records"
      tabs={tabs.map((each) => ({ id: each, label: lists[each].label, count: counts[each] }))}
      value={tab}
      onChange={showTab}
    >
      <List id={id} count={counts[tab]} />
    </Tabs>
  )
}

type PersonPanelProps = { id: string; onAction: (opened: UserAction) => void; onClose: () => void }

export function PersonPanel({ id, onAction, onClose }: PersonPanelProps) {
  const person = useAdminProfile(id)
  const user = person.data

  return (
    <Dialog
      side
      title={<bdi className="[overflow-wrap:anywhere]">{user?.name ?? 'User'}</bdi>}
      description={
        user ? (
          <span translate="no" className="[overflow-wrap:anywhere]">
            {user.email}
          </span>
        ) : undefined
      }
      onClose={onClose}
      footer={
        user ? <PersonActions user={user} onOpen={(action) => onAction({ action, user })} /> : undefined
      }
    >
      <QueryState
        query={person}
        pending={<Waiting />}
        error={{ title: profilesLoadFailure, safe: 'Nothing was changed.' }}
      >
        {(data) =>
          data ? (
            <>
              <PersonFacts user={data} />
              <PersonStats id={data.id} />
              <PersonLists id={data.id} />
            </>
          ) : (
            <EmptyState title="User not found.">
              This user was deleted, or this link doesn't point to a user.
            </EmptyState>
          )
        }
      </QueryState>
    </Dialog>
  )
}

function Waiting() {
  return (
    <div className="grid gap-5" role="status">
      <span className="sr-only">Loading the user</span>
      <Skeleton className="h-32" />
      <Skeleton className="h-10" />
      <Skeleton className="h-72" />
    </div>
  )
}
