import { Link } from 'react-router-dom'
import { EntryCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { timeColumn } from '@/components/table/time-column'
import { emailProblem, isTemplate, templateLabels } from '@/entities/emails/templates'
import { notificationSentence } from '@/entities/notifications/sentences'
import { type PersonMessage, usePersonMessages } from '@/entities/profiles/admin-person'
import { createdKey } from '@/entities/shared/keyset'
import { adminPaths } from '@/lib/admin-paths'
import { formatDateTime } from '@/lib/format'
import { personList } from './person-list'

const columns: Column<PersonMessage>[] = [
  timeColumn('time', 'Date', ({ created_at }) => created_at),
  {
    id: 'message',
    header: 'Message',
    card: 'main',
    cell: (message) => (
      <EntryCell
        title={titleOf(message)}
        sub={
          message.order_id && message.order_number ? (
            <Link to={adminPaths.orderOf(message.order_id)} className="link">
              {message.order_number}
            </Link>
          ) : null
        }
      />
    ),
  },
  { id: 'where', header: 'Where', nowrap: true, cell: ({ by_email }) => (by_email ? 'Email' : 'In the app') },
  {
    id: 'state',
    header: 'State',
    cell: (message) => (
      <>
        {states[message.state] ?? message.state}
        <span className="block text-xs text-ink-muted">{detailOf(message)}</span>
      </>
    ),
  },
]
export const PersonMessages = personList(usePersonMessages, {
  caption: 'Messages',
  columns,
  noun: ['message', 'messages'],
  failure: 'Failed to load the messages',
  empty: 'Notifications and emails will appear here, emails for 90 days.',
  keyOf: createdKey,
})

function titleOf(message: PersonMessage): string {
  if (!message.by_email) return notificationSentence(message).text
  return isTemplate(message.kind) ? templateLabels[message.kind] : message.kind
}

const states: Record<string, string> = {
  read: 'Read',
  unread: 'Unread',
  waiting: 'Waiting',
  sent: 'Sent',
  given_up: 'Given up',
  skipped: 'Not sent',
  over_limit: 'Not sent',
}

function detailOf({ state, error, elsewhere, read_at }: PersonMessage): string | null {
  if (read_at) return formatDateTime(read_at)
  if (state === 'skipped') return 'Outdated, or turned off by the member'
  if (state === 'over_limit') return 'Over the limit of ten a day to other addresses'
  if (error) return emailProblem(error)
  return elsewhere ? 'To another address' : null
}
