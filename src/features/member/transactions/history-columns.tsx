import { OrderLink } from '@/components/domain/order-link'
import { TokenAmount } from '@/components/domain/token-amount'
import { TypeTag } from '@/components/domain/transaction-tag'
import { EntryCell } from '@/components/table/entry-cell'
import type { Column } from '@/components/table/table-column'
import { TimeCell } from '@/components/table/time-cell'
import type { NumberedEntry } from '@/entities/transactions/history'
import { transactionTitle } from '@/entities/transactions/transaction'
import { formatNumber } from '@/lib/format'

/** Received and spent share a position on cards: an entry has only one of them. */
export const historyColumns: Column<NumberedEntry>[] = [
  {
    id: 'date',
    header: 'Date',
    nowrap: true,
    card: 'left',
    width: 150,
    cell: ({ created_at }) => <TimeCell iso={created_at} />,
  },
  {
    id: 'entry',
    header: 'Transaction',
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

function About({ entry: { number, order_id, order, reason } }: { entry: NumberedEntry }) {
  const parts = [
    number && `No. ${formatNumber(number)}`,
    order_id && order?.order_number && <OrderLink key="order" id={order_id} number={order.order_number} />,
    reason,
  ]
  return parts.filter(Boolean).flatMap((part, index) => (index ? [', ', part] : [part]))
}
