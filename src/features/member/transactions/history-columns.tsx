import { Link } from 'react-router-dom'
import { TokenAmount } from '@/components/domain/token-amount'
import { EntryCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { timeColumn } from '@/components/table/time-column'
import { ownTitle, type Transaction, transactionLabel } from '@/entities/transactions/transaction'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { EntryThumb } from '@/widgets/transactions/entry-thumb'

/** A row with an order is the link to it. On cards, received and spent share a position: a row has only one of them. */
export const historyColumns: Column<Transaction>[] = [
  timeColumn('date', 'Date', ({ created_at }) => created_at, { hiddenIn: 'cards', width: 140 }),
  {
    id: 'entry',
    header: 'Transaction',
    card: 'main',
    cell: (entry) => (
      <EntryCell
        image={<EntryThumb entry={entry} />}
        title={<Title entry={entry} />}
        sub={<Sub entry={entry} />}
      />
    ),
  },
  {
    id: 'what',
    header: 'What',
    hiddenIn: 'cards',
    cell: (entry) => <span className="text-ink-2">{transactionLabel(entry)}</span>,
  },
  {
    id: 'received',
    header: 'Received',
    align: 'end',
    ruled: true,
    card: 'side',
    width: 112,
    cell: ({ amount }) => (amount > 0 ? <TokenAmount value={amount} signed bare /> : null),
  },
  {
    id: 'spent',
    header: 'Spent',
    align: 'end',
    ruled: true,
    card: 'side',
    width: 112,
    cell: ({ amount }) => (amount < 0 ? <TokenAmount value={amount} signed bare /> : null),
  },
  {
    id: 'balance',
    header: 'Balance',
    align: 'end',
    ruled: true,
    card: 'right',
    width: 112,
    cell: ({ balance_after }) => <TokenAmount value={balance_after} bare />,
  },
]

function Title({ entry }: { entry: Transaction }) {
  const title = ownTitle(entry)
  return entry.order_id && entry.order ? (
    <Link to={paths.orderOf(entry.order_id)} className="row-link">
      {title}
    </Link>
  ) : (
    title
  )
}

/** The order, and on cards the date and what happened, which are columns of the table. */
function Sub({ entry }: { entry: Transaction }) {
  const { created_at, order, order_id, reason } = entry
  const about = [order?.order_number, order_id ? reason : null].filter(Boolean).join(', ')
  return (
    <>
      {about ? <span className="@max-[44.9375rem]:hidden">{about}</span> : null}
      <span className="hidden @max-[44.9375rem]:inline">{`${formatDate(created_at)} · ${transactionLabel(entry)}`}</span>
    </>
  )
}
