import { useState } from 'react'
import type { Column } from '@/components/table/table-column'
import { orderedBenefit } from '@/entities/orders/order'
import { type ProfileOrder, useProfileOrders } from '@/entities/profiles/admin-person'
import { formatDate } from '@/lib/format'
import type { PageCursor } from '@/lib/page-cursor'
import { numberColumn, statusAndTokens } from '@/widgets/orders/admin-columns'
import { PersonList } from './person-list'

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
      keyOf={(order) => ({ value: order.created_at, id: order.id })}
      goTo={goTo}
    />
  )
}
