import { Link } from 'react-router-dom'
import { TypeTag } from '@/components/domain/badges'
import { TokenAmount } from '@/components/domain/token-amount'
import { EntryCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { timeColumn } from '@/components/table/time-column'
import { type ProfileTransaction, useProfileTransactions } from '@/entities/profiles/person-lists'
import { transactionTitle } from '@/entities/transactions/transaction'
import { adminPaths } from '@/lib/admin-paths'
import { personList } from './person-list'

const columns: Column<ProfileTransaction>[] = [
  timeColumn('date', 'Date', ({ created_at }) => created_at),
  {
    id: 'entry',
    header: 'Entry',
    card: 'main',
    cell: (entry) => (
      <EntryCell
        title={transactionTitle(entry)}
        sub={
          entry.order_id && entry.order?.order_number ? (
            <Link to={adminPaths.orderOf(entry.order_id)} className="link">
              {entry.order.order_number}
            </Link>
          ) : (
            entry.reason
          )
        }
      />
    ),
  },
  { id: 'type', header: 'Type', cell: ({ transaction_type }) => <TypeTag type={transaction_type} /> },
  {
    id: 'tokens',
    header: 'Tokens',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: ({ amount }) => <TokenAmount value={amount} signed bare />,
  },
  {
    id: 'balance',
    header: 'Balance',
    align: 'end',
    ruled: true,
    cell: ({ balance_after }) => <TokenAmount value={balance_after} bare />,
  },
]
export const PersonLedger = personList(useProfileTransactions, {
  caption: 'Ledger',
  columns,
  noun: ['entry', 'entries'],
  failure: 'Failed to load the ledger',
  empty: 'Transactions will appear here.',
  keyOf: (entry) => ({ value: String(entry.seq), id: entry.id }),
})
