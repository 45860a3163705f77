import clsx from 'clsx'
import { StickyNote, UserRound } from 'lucide-react'
import { Link, type LinkProps } from 'react-router-dom'
import { StatusBadge } from '@/components/domain/status-badge'
import { TokenAmount } from '@/components/domain/token-amount'
import type { Column } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Tag } from '@/components/ui/tag'
import type { AdminOrder, OrderSort } from '@/entities/orders/admin-list'
import { isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/order'
import { formatCount } from '@/lib/format'
import { customerOf } from './customer'
import { PersonLink } from './details/person-link'
import { DateCell, DueCell } from './due'

type ColumnOptions = {
  sort: OrderSort
  me: string
  linkTo: (id: string) => LinkProps
  onOpen: (id: string) => void
}

const due: Column<AdminOrder> = {
  id: 'due',
  header: 'Due',
  card: 'right',
  nowrap: true,
  cell: (order) => <DueCell order={order} />,
}

export const detailsId = (id: string) => `details-${id}`

export function orderTableColumns({ sort, me, linkTo, onOpen }: ColumnOptions): Column<AdminOrder>[] {
  return [
    {
      id: 'number',
      header: 'Order Number',
      card: 'main',
      nowrap: true,
      cell: (order) => (
        <>
          <Link
            {...linkTo(order.id)}
            replace
            data-opens-row
            className={clsx(
              'rounded-sm underline-offset-[3px] hover:underline',
              order.order_number ? 'figures font-semibold' : 'text-ink-muted',
            )}
          >
            <span translate="no">{orderLabel(order)}</span>
          </Link>
          <Notes count={order.desk?.notes ?? 0} />
        </>
      ),
    },
    { id: 'customer', header: 'Customer', card: 'aside', cell: (order) => <Customer order={order} /> },
    { id: 'benefit', header: 'Benefit', card: 'line', cell: (order) => <Benefit order={order} /> },
    { id: 'status', header: 'Status', card: 'side', cell: (order) => <Status order={order} me={me} /> },
    {
      id: 'date',
      header: 'Date',
      card: sort === 'due' ? 'left' : 'right',
      nowrap: true,
      skeleton:
        sort === 'due' ? (
          <Skeleton className="my-[4.5px] h-[11px] w-21 @max-[29.9375rem]:hidden" />
        ) : undefined,
      cell: (order) => <DateCell order={order} alone={sort === 'due'} />,
    },
    // Additions stand behind the specified columns (D69).
    ...(sort === 'due' ? [due] : []),
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

function Notes({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="figures mt-0.5 flex items-center gap-1.5 text-xs text-ink-muted @max-[29.9375rem]:ml-1.5 @max-[29.9375rem]:inline-flex">
      <StickyNote aria-hidden="true" className="size-[13px]" />
      <span className="@max-[29.9375rem]:sr-only">{formatCount(count, 'note')}</span>
    </span>
  )
}

function Customer({ order }: { order: AdminOrder }) {
  const customer = customerOf(order)
  return (
    <>
      <span className={clsx('block font-semibold', !customer && 'text-ink-muted')}>
        <PersonLink id={order.user_id}>
          <bdi>{customer?.name ?? 'Deleted user'}</bdi>
        </PersonLink>
      </span>
      <span className="block text-xs text-ink-muted @max-[29.9375rem]:hidden">
        {customer?.email ?? 'Data removed'}
      </span>
    </>
  )
}

function Benefit({ order }: { order: AdminOrder }) {
  const { name, tokens } = orderedBenefit(order)
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 @max-[29.9375rem]:flex-nowrap">
      <bdi className="min-w-0 @max-[29.9375rem]:truncate">{name}</bdi>
      <Tag tone="token">
        <TokenAmount value={tokens} />
      </Tag>
    </span>
  )
}

function Status({ order, me }: { order: AdminOrder; me: string }) {
  const { status, desk } = order
  return (
    <>
      {isOrderStatus(status) ? <StatusBadge status={status} /> : <span>{status}</span>}
      {desk?.assignee_id ? (
        <span className="mt-0.5 flex items-center gap-1.5 text-xs text-ink-muted @max-[29.9375rem]:hidden @max-[44.9375rem]:justify-end">
          <UserRound aria-hidden="true" className="size-[13px]" />
          <span className="sr-only">Assigned to </span>
          <bdi>{desk.assignee_id === me ? 'You' : (desk.assignee?.name ?? 'Deleted user')}</bdi>
        </span>
      ) : null}
    </>
  )
}
