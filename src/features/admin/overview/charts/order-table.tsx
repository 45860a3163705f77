import clsx from 'clsx'
import { Explained } from '@/components/explain/explained'
import { DataTable } from '@/components/table/data-table'
import type { Column } from '@/components/table/table-column'
import type { OrderStatus } from '@/entities/orders/status'
import { type OrderDay, orderDays } from '@/entities/overview/flows'
import { formatNumber } from '@/lib/format'
import { stepLabel } from './labels'
import { allOrdersRef, ordersRef } from './number-refs'
import { placedOn, statuses } from './order-day'

type CountedStatus = { word: string; part?: OrderStatus; of: (row: OrderDay) => number }

const countedStatuses: CountedStatus[] = [
  ...statuses.map(({ status, word }) => ({ word, part: status, of: (row: OrderDay) => row[status] })),
  { word: 'Placed', of: placedOn },
]

const columns: Column<OrderDay>[] = [
  { id: 'day', header: 'Day', card: 'main', nowrap: true, cell: (row) => stepLabel(row.day, 'day') },
  ...countedStatuses.map(
    ({ word, part, of }): Column<OrderDay> => ({
      id: word,
      header: word,
      align: 'end',
      ...(part ? {} : { card: 'side', ruled: true }),
      cell: (row) => (
        <span className={clsx(of(row) === 0 && 'text-ink-muted', !part && 'font-semibold')}>
          <Explained of={ordersRef(row, part)} label={`${word}, ${stepLabel(row.day, 'day')}`}>
            {formatNumber(of(row))}
          </Explained>
        </span>
      ),
    }),
  ),
]

export function OrderTable({ rows }: { rows: OrderDay[] | undefined }) {
  return (
    <DataTable
      caption="Orders by day"
      compact
      columns={columns}
      rows={rows}
      rowKey={(row) => row.day}
      skeletonRows={orderDays}
      total={[
        'Total',
        ...countedStatuses.map(({ word, part, of }) => (
          <Explained key={word} of={allOrdersRef(rows ?? [], part)} label={`${word}, total`}>
            {formatNumber((rows ?? []).reduce((sum, row) => sum + of(row), 0))}
          </Explained>
        )),
      ]}
    />
  )
}
