import { OrderLink } from '@/components/domain/order-link'
import { TokenAmount } from '@/components/domain/token-amount'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { EntryCell } from '@/components/table/cells'
import { type Column, DataTable } from '@/components/table/data-table'
import {
  ownTitle,
  type Transaction,
  transactionLabel,
  useRecentTransactions,
} from '@/entities/transactions/transaction'
import { formatDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { EntryThumb } from '@/widgets/transactions/entry-thumb'
import { SectionHead } from './section-head'

const rowLimit = 3

const columns: Column<Transaction>[] = [
  {
    id: 'entry',
    header: 'Transaction',
    card: 'main',
    cell: (entry) => (
      <EntryCell
        image={<EntryThumb entry={entry} />}
        title={ownTitle(entry)}
        sub={<TransactionDetails entry={entry} />}
      />
    ),
  },
  {
    id: 'date',
    header: 'Date',
    nowrap: true,
    card: 'left',
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="text-ink-muted">
        {formatDate(created_at)}
      </time>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'side',
    cell: ({ amount }) => <TokenAmount value={amount} signed bare />,
  },
  {
    id: 'balance',
    header: 'Balance',
    align: 'end',
    ruled: true,
    card: 'right',
    cell: ({ balance_after }) => <b className="font-semibold">{formatNumber(balance_after)}</b>,
  },
]

const table = {
  compact: true,
  caption: 'Recent transactions, amounts and balances in tokens',
  columns,
  rowKey: ({ id }: Transaction) => id,
  skeletonRows: rowLimit,
}

export function RecentTransactions() {
  const recent = useRecentTransactions()
  return (
    <section className="min-w-0">
      <SectionHead title="Recent transactions" link={{ to: paths.transactions, label: 'Token History' }} />
      <QueryState
        query={recent}
        pending={<DataTable {...table} rows={undefined} />}
        error={{ title: 'Recent transactions could not be loaded.', safe: 'Your tokens are not affected.' }}
        isEmpty={(entries) => entries.length === 0}
        empty={<EmptyState title="No transactions yet.">Your first transaction will appear here.</EmptyState>}
      >
        {(entries) => <DataTable {...table} rows={entries.slice(0, rowLimit)} />}
      </QueryState>
    </section>
  )
}

function TransactionDetails({ entry }: { entry: Transaction }) {
  const { order_id, order } = entry
  return (
    <>
      {transactionLabel(entry)}
      {order_id && order?.order_number ? (
        <>
          {' · '}
          <OrderLink id={order_id} number={order.order_number} />
        </>
      ) : null}
    </>
  )
}
