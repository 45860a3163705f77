import { Link } from 'react-router-dom'
import { TokenAmount } from '@/components/domain/token-amount'
import { QueryState } from '@/components/list/query-state'
import type { Column } from '@/components/table/data-table'
import { DataTable } from '@/components/table/data-table'
import { useRedeemedCodes } from '@/entities/transactions/history'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'

type Row = NonNullable<ReturnType<typeof useRedeemedCodes>['data']>[number]

const columns: Column<Row>[] = [
  {
    id: 'entry',
    header: 'Transaction',
    card: 'main',
    cell: (row) => <span className="font-semibold">{row.description}</span>,
  },
  {
    id: 'date',
    header: 'Date',
    nowrap: true,
    card: 'left',
    cell: (row) => <time dateTime={row.created_at}>{formatDate(row.created_at)}</time>,
  },
  {
    id: 'received',
    header: 'Received',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: (row) => <TokenAmount value={row.amount} signed bare />,
  },
  {
    id: 'balance',
    header: 'Balance after',
    align: 'end',
    ruled: true,
    card: 'right',
    cell: (row) => <TokenAmount value={row.balance_after} bare />,
  },
]

const table = {
  caption: 'Codes you have redeemed',
  columns,
  rowKey: (row: Row) => row.id,
  skeletonRows: 3,
}

export function RedeemedCodes() {
  const codes = useRedeemedCodes()
  return (
    <section className="mt-11">
      <div className="mb-2 flex min-h-[34px] items-center justify-between gap-4">
        <h2 className="text-base font-semibold">Codes you have redeemed</h2>
        <Link to={paths.transactions} className="link whitespace-nowrap">
          Token History
        </Link>
      </div>
      <QueryState
        query={codes}
        pending={<DataTable {...table} rows={undefined} />}
        error={{ title: 'Your redeemed codes could not be loaded.', safe: 'Your tokens are not affected.' }}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <p className="border-t border-t-ink py-6 text-ink-muted">
            You have not redeemed a code yet. Your first code will appear here.
          </p>
        }
      >
        {(rows) => <DataTable {...table} rows={rows} />}
      </QueryState>
    </section>
  )
}
