import { useState } from 'react'
import { Link } from 'react-router-dom'
import { StatusBadge } from '@/components/domain/status-badge'
import { TokenAmount } from '@/components/domain/token-amount'
import type { Column } from '@/components/table/table-column'
import { isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/status'
import { type ProfileOrder, useProfileOrders } from '@/entities/profiles/admin-related-lists'
import { adminPaths } from '@/lib/admin-paths'
import { formatDate } from '@/lib/format'
import type { PageCursor } from '@/lib/page-cursor'
import { PersonList } from './person-list'

const columns: Column<ProfileOrder>[] = [
  {
    id: 'number',
    header: 'Order Number',
    card: 'main',
    nowrap: true,
    cell: (order) => (
      <Link to={adminPaths.orderOf(order.id)} className="link figures font-semibold">
        {orderLabel(order)}
      </Link>
    ),
  },
  { id: 'benefit', header: 'Benefit', cell: (order) => <bdi>{orderedBenefit(order).name}</bdi> },
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
      keyOf={(order) => ({ value: order.created_at, id: order.id })}
      goTo={goTo}
    />
  )
}
