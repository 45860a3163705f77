import { DataTable } from '@/components/table/data-table'
import type { Column } from '@/components/table/table-column'
import { type OrderDay, orderDays } from '@/entities/overview/flows'
import { formatNumber } from '@/lib/format'
import { stepLabel } from './labels'
import { placedOn, statuses } from './order-day'

const columns: Column<OrderDay>[] = [
  { id: 'day', header: 'Day', card: 'main', nowrap: true, cell: (row) => stepLabel(row.day, 'day') },
  ...statuses.map(
    ({ status, word }): Column<OrderDay> => ({
      id: status,
      header: word,
      align: 'end',
      cell: (row) => (
        <span className={row[status] === 0 ? 'text-ink-muted' : undefined}>{formatNumber(row[status])}</span>
      ),
    }),
  ),
  {
    id: 'placed',
    header: 'Placed',
    card: 'side',
    align: 'end',
    ruled: true,
    cell: (row) => <b className="font-semibold">{formatNumber(placedOn(row))}</b>,
  },
]

export function OrderTable({ rows }: { rows: OrderDay[] | undefined }) {
  const total = (count: (row: OrderDay) => number) =>
    formatNumber((rows ?? []).reduce((sum, row) => sum + count(row), 0))
  return (
    <DataTable
      caption="Orders by day"
      compact
      columns={columns}
      rows={rows}
      rowKey={(row) => row.day}
      skeletonRows={orderDays}
      total={['Total', ...statuses.map(({ status }) => total((row) => row[status])), total(placedOn)]}
    />
  )
}
