import { Link } from 'react-router-dom'
import { StatusBadge } from '@/components/domain/status-badge'
import { TokenAmount } from '@/components/domain/token-amount'
import type { Column } from '@/components/table/data-table'
import { isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/order'
import type { ProfileOrder } from '@/entities/profiles/person-lists'
import { adminPaths } from '@/lib/admin-paths'

export const numberColumn: Column<ProfileOrder> = {
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

export const statusAndTokens: Column<ProfileOrder>[] = [
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
