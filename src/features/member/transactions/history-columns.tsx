import { OrderLink } from '@/components/domain/order-link'
import { TokenAmount } from '@/components/domain/token-amount'
import { TypeTag } from '@/components/domain/transaction-tag'
import { EntryCell } from '@/components/table/entry-cell'
import type { Column } from '@/components/table/table-column'
import { type Transaction, transactionTitle } from '@/entities/transactions/transaction'
import { formatDate, formatTime } from '@/lib/format'

/** Received and spent share a position on cards: an entry has only one of them. */
export const historyColumns: Column<Transaction>[] = [
  {
    id: 'date',
    header: 'Date',
    nowrap: true,
    card: 'left',
    width: 150,
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="@max-[719px]:flex @max-[719px]:gap-2">
        {formatDate(created_at)}
        <span className="block text-xs/5 text-ink-muted">{formatTime(created_at)}</span>
      </time>
    ),
  },
  {
    id: 'entry',
    header: 'Entry',
    card: 'main',
    cell: (entry) => <EntryCell title={transactionTitle(entry)} sub={<About entry={entry} />} />,
  },
  {
    id: 'type',
    header: 'Type',
    card: 'left',
    cell: ({ transaction_type }) => <TypeTag type={transaction_type} />,
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

function About({ entry: { order, reason } }: { entry: Transaction }) {
  return order?.order_number ? <OrderLink number={order.order_number} /> : reason
}
