import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { StatusBadge } from '@/components/domain/status-badge'
import { TokenAmount } from '@/components/domain/token-amount'
import { KeysetTable } from '@/components/list/keyset-table'
import { EmptyState } from '@/components/list/query-state'
import { EntryCell, TimeCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
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

type Props<Row> = {
  query: ComponentProps<typeof KeysetTable<Row>>['query']
  count: number | undefined
  table: { caption: string; columns: Column<Row>[] }
  noun: readonly [one: string, many: string]
  failure: string
  empty: ReactNode
  keyOf: (row: Row) => RowKey
  goTo: (cursor: PageCursor) => void
}

export function PersonList<Row extends { id: string }>(props: Props<Row>) {
  const { table, count, failure, empty, ...list } = props
  return (
    <KeysetTable
      {...list}
      table={{ ...table, rowKey: ({ id }) => id, skeletonRows: 4 }}
      error={{ title: failure, safe: 'Nothing was changed.' }}
      empty={<EmptyState title={`No ${list.noun[1]} yet.`}>{empty}</EmptyState>}
      size={relatedRowsPerPage}
      count={count === undefined ? undefined : { value: count, capped: false }}
      hidesSinglePage
    />
  )
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
const table = { caption: 'Orders', columns }

export function PersonOrders({ id, count }: { id: string; count: number | undefined }) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  return (
    <PersonList
      query={useProfileOrders(id, cursor)}
      count={count}
      table={table}
      noun={['order', 'orders']}
      failure="Failed to load orders"
      empty="Redeemed benefits will appear here."
      keyOf={createdKey}
      goTo={goTo}
    />
  )
}

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
const personCodesTable = { caption: 'Token codes', columns: personCodesColumns }

export function PersonCodes({ id, count }: { id: string; count: number | undefined }) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  return (
    <PersonList
      query={useProfileCodes(id, cursor)}
      count={count}
      table={personCodesTable}
      noun={['token code', 'token codes']}
      failure="Failed to load redeem codes"
      empty="Redeemed token codes will appear here."
      keyOf={({ seq, id }) => ({ value: String(seq), id })}
      goTo={goTo}
    />
  )
}

const personReportsColumns: Column<PersonReport>[] = [
  {
    id: 'reported',
    header: 'Reported',
    nowrap: true,
    cell: ({ created_at }) => <TimeCell iso={created_at} />,
  },
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
const personReportsTable = { caption: 'Reports', columns: personReportsColumns }

export function PersonReports({ id, count }: { id: string; count: number | undefined }) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  return (
    <PersonList
      query={usePersonReports(id, cursor)}
      count={count}
      table={personReportsTable}
      noun={['report', 'reports']}
      failure="Failed to load the reports"
      empty="Deliveries that do not work will appear here."
      keyOf={createdKey}
      goTo={goTo}
    />
  )
}

const personPaymentsTable = { caption: 'Payments', columns: personPaymentColumns }

export function PersonPayments({ id, count }: { id: string; count: number | undefined }) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  return (
    <PersonList
      query={useProfilePayments(id, cursor)}
      count={count}
      table={personPaymentsTable}
      noun={['payment', 'payments']}
      failure="Failed to load payments"
      empty="What was paid will appear here."
      keyOf={createdKey}
      goTo={goTo}
    />
  )
}
