import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router-dom'
import { StatusBadge } from '@/components/domain/status-badge'
import { TokenAmount } from '@/components/domain/token-amount'
import { KeysetTable } from '@/components/list/keyset-table'
import { EmptyState } from '@/components/list/query-state'
import { EntryCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { timeColumn } from '@/components/table/time-column'
import { reportAnswer, reportLabel } from '@/entities/deliveries/reports'
import { isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/order'
import { type PersonReport, usePersonReports } from '@/entities/profiles/admin-person'
import {
  type ProfileCode,
  type ProfileOrder,
  relatedRowsPerPage,
  useProfileCodes,
  useProfileOrders,
  useProfilePayments,
} from '@/entities/profiles/person-lists'
import { createdKey } from '@/entities/shared/keyset'
import { adminPaths } from '@/lib/admin-paths'
import { formatDate, formatDateTime } from '@/lib/format'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { paths } from '@/lib/paths'
import { personPaymentColumns } from '@/widgets/payments/person-columns'

type Options<Row> = {
  caption: string
  columns: Column<Row>[]
  noun: readonly [one: string, many: string]
  failure: string
  empty: string
  keyOf: (row: Row) => RowKey
}
type UseRows<Row> = (id: string, cursor: PageCursor) => ComponentProps<typeof KeysetTable<Row>>['query']

/** A tab of the panel: what belongs to the person with this id. */
export function personList<Row extends { id: string }>(
  useRows: UseRows<Row>,
  { caption, columns, noun, failure, empty, keyOf }: Options<Row>,
) {
  const table = { caption, columns, rowKey: ({ id }: Row) => id, skeletonRows: 4 }
  return function PersonList({ id, count }: { id: string; count: number | undefined }) {
    const [cursor, goTo] = useState<PageCursor>({ page: 1 })
    return (
      <KeysetTable
        query={useRows(id, cursor)}
        table={table}
        error={{ title: failure, safe: 'Nothing was changed.' }}
        empty={<EmptyState title={`No ${noun[1]} yet.`}>{empty}</EmptyState>}
        noun={noun}
        size={relatedRowsPerPage}
        count={count === undefined ? undefined : { value: count, capped: false }}
        hidesSinglePage
        keyOf={keyOf}
        goTo={goTo}
      />
    )
  }
}

const numberColumn: Column<ProfileOrder> = {
  id: 'number',
  header: 'Order Number',
  card: 'main',
  nowrap: true,
  cell: (order) => (
    <Link to={adminPaths.orderOf(order.id)} translate="no" className="link figures font-semibold">
      {orderLabel(order)}
    </Link>
  ),
}

const statusAndTokens: Column<ProfileOrder>[] = [
  {
    id: 'status',
    header: 'Status',
    card: 'side',
    cell: ({ status }) => (isOrderStatus(status) ? <StatusBadge status={status} /> : status),
  },
  {
    id: 'tokens',
    header: 'Tokens',
    align: 'end',
    ruled: true,
    cell: (order) => <TokenAmount value={orderedBenefit(order).tokens} bare />,
  },
]

const columns: Column<ProfileOrder>[] = [
  numberColumn,
  { id: 'benefit', header: 'Benefit', cell: (order) => <bdi>{orderedBenefit(order).name}</bdi> },
  ...statusAndTokens,
  {
    id: 'date',
    header: 'Date',
    ruled: true,
    nowrap: true,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDate(created_at)}</time>,
  },
]
export const PersonOrders = personList(useProfileOrders, {
  caption: 'Orders',
  columns,
  noun: ['order', 'orders'],
  failure: 'Failed to load orders',
  empty: 'Redeemed benefits will appear here.',
  keyOf: createdKey,
})

const personCodesColumns: Column<ProfileCode>[] = [
  {
    id: 'code',
    header: 'Code',
    card: 'main',
    cell: ({ code }) =>
      code ? (
        <Link to={adminPaths.tokenCodeOf(code.id)} translate="no" className="link code font-semibold">
          {code.code}
        </Link>
      ) : null,
  },
  { id: 'note', header: 'Note', cell: ({ code }) => code?.note },
  {
    id: 'value',
    header: 'Token Value',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: ({ amount }) => <TokenAmount value={amount} />,
  },
  {
    id: 'used',
    header: 'Redeemed',
    ruled: true,
    nowrap: true,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
  },
]
export const PersonCodes = personList(useProfileCodes, {
  caption: 'Token codes',
  columns: personCodesColumns,
  noun: ['token code', 'token codes'],
  failure: 'Failed to load redeem codes',
  empty: 'Redeemed token codes will appear here.',
  keyOf: ({ seq, id }) => ({ value: String(seq), id }),
})

const personReportsColumns: Column<PersonReport>[] = [
  timeColumn('reported', 'Reported', ({ created_at }) => created_at),
  {
    id: 'what',
    header: 'What is wrong',
    card: 'main',
    cell: (report) => (
      <EntryCell
        title={
          <Link to={`${paths.adminReports}?report=${report.id}`} className="link">
            {report.reason ?? 'Data removed'}
          </Link>
        }
        sub={[reportLabel(report), report.order_number, report.benefit_name].filter(Boolean).join(', ')}
      />
    ),
  },
  {
    id: 'answer',
    header: 'Answer',
    cell: (report) => <EntryCell title={reportAnswer(report) ?? 'Open'} sub={report.answer_text} />,
  },
]
export const PersonReports = personList(usePersonReports, {
  caption: 'Reports',
  columns: personReportsColumns,
  noun: ['report', 'reports'],
  failure: 'Failed to load the reports',
  empty: 'Deliveries that do not work will appear here.',
  keyOf: createdKey,
})

export const PersonPayments = personList(useProfilePayments, {
  caption: 'Payments',
  columns: personPaymentColumns,
  noun: ['payment', 'payments'],
  failure: 'Failed to load payments',
  empty: 'What was paid will appear here.',
  keyOf: createdKey,
})
