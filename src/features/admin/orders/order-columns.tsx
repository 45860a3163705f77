import clsx from 'clsx'
import { ClockAlert } from 'lucide-react'
import { Link, type LinkProps } from 'react-router-dom'
import { StatusBadge } from '@/components/domain/status-badge'
import { TokenAmount } from '@/components/domain/token-amount'
import type { Column } from '@/components/table/table-column'
import { Button } from '@/components/ui/button'
import { Tag } from '@/components/ui/tag'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/status'
import { formatDate, formatTime } from '@/lib/format'
import { customerOf, isOverdue } from './customer'
import { PersonLink } from './details/person-link'

type Ways = { linkTo: (id: string) => LinkProps; onOpen: (id: string) => void }

export const detailsId = (id: string) => `details-${id}`

export function orderColumns({ linkTo, onOpen }: Ways): Column<AdminOrder>[] {
  return [
    {
      id: 'number',
      header: 'Order Number',
      card: 'main',
      nowrap: true,
      cell: (order) => (
        <Link
          {...linkTo(order.id)}
          replace
          data-opens-row
          className={clsx(
            'rounded-sm underline-offset-[3px] hover:underline',
            order.order_number ? 'figures font-semibold' : 'text-ink-muted',
          )}
        >
          {orderLabel(order)}
        </Link>
      ),
    },
    { id: 'customer', header: 'Customer', card: 'line', cell: (order) => <Customer order={order} /> },
    { id: 'benefit', header: 'Benefit', card: 'line', cell: (order) => <Benefit order={order} /> },
    { id: 'status', header: 'Status', card: 'side', cell: (order) => <Status order={order} /> },
    {
      id: 'date',
      header: 'Date',
      card: 'aside',
      nowrap: true,
      cell: ({ created_at }) => (
        <span className="figures @max-[479px]:text-xs @max-[479px]:text-ink-muted">
          {formatDate(created_at)}{' '}
          <span className="text-xs text-ink-muted @min-[720px]:block">{formatTime(created_at)}</span>
        </span>
      ),
    },
    {
      id: 'details',
      header: 'Details',
      card: 'actions',
      cell: (order) => (
        <Button
          size="sm"
          variant="quiet"
          id={detailsId(order.id)}
          aria-label={`Details of ${orderLabel(order)}`}
          onClick={() => onOpen(order.id)}
        >
          Details
        </Button>
      ),
    },
  ]
}

function Customer({ order }: { order: AdminOrder }) {
  const customer = customerOf(order)
  return (
    <span className="min-w-0 @max-[479px]:flex @max-[479px]:pt-2.5 @max-[479px]:flex-wrap @max-[479px]:items-baseline @max-[479px]:gap-x-2">
      <span className={clsx('block font-semibold', !customer && 'text-ink-muted')}>
        <PersonLink id={order.user_id}>
          <bdi>{customer?.name ?? 'Deleted user'}</bdi>
        </PersonLink>
      </span>
      <span className="block text-xs text-ink-muted">{customer?.email ?? 'Data removed'}</span>
    </span>
  )
}

function Benefit({ order }: { order: AdminOrder }) {
  const { name, tokens } = orderedBenefit(order)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <bdi>{name}</bdi>
      <Tag tone="token">
        <TokenAmount value={tokens} />
      </Tag>
    </span>
  )
}

function Status({ order }: { order: AdminOrder }) {
  return (
    <>
      {isOrderStatus(order.status) ? <StatusBadge status={order.status} /> : order.status}
      {isOverdue(order) ? (
        <span className="mt-0.5 flex items-center gap-1.5 text-xs font-medium text-danger @max-[719px]:justify-end">
          <ClockAlert aria-hidden="true" className="size-3.5" />
          Overdue
        </span>
      ) : null}
    </>
  )
}
