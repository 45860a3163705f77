import clsx from 'clsx'
import { Clock, ClockAlert, StickyNote, UserRound } from 'lucide-react'
import { Link, type LinkProps } from 'react-router-dom'
import { StatusBadge } from '@/components/domain/status-badge'
import { TokenAmount } from '@/components/domain/token-amount'
import type { Column } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Tag } from '@/components/ui/tag'
import { useNow } from '@/components/ui/use-now'
import type { AdminOrder, OrderSort } from '@/entities/orders/admin-list'
import { isOpenOrder, isOrderStatus, orderedBenefit, orderLabel } from '@/entities/orders/order'
import { formatCount, formatDate, formatTime } from '@/lib/format'
import { formatDistance, formatNearTime } from '@/lib/near-time'
import { customerOf, PersonLink } from './customer'

type Props = { order: Pick<AdminOrder, 'status' | 'due_at' | 'created_at'> }

const soon = 6 * 3_600_000

function DueCell({ order }: Props) {
  if (!isOpenOrder(order) || order.due_at === null) return <span className="text-ink-muted">None</span>
  return (
    <span className="figures">
      <time dateTime={order.due_at} className="@max-[29.9375rem]:hidden">
        {formatNearTime(order.due_at, Date.now(), 'short')}
      </time>{' '}
      <TimeToDue due={order.due_at} />
    </span>
  )
}

/** `alone`: beside a column of due times. */
function DateCell({ order, isOnly }: Props & { isOnly: boolean }) {
  return (
    <span className="figures @max-[29.9375rem]:text-xs @max-[29.9375rem]:text-ink-muted">
      <span className={clsx(isOpenOrder(order) && '@max-[29.9375rem]:hidden')}>
        {formatDate(order.created_at)}{' '}
        <span className="text-xs text-ink-muted @max-[29.9375rem]:hidden">
          {formatTime(order.created_at)}
        </span>
      </span>
      {isOpenOrder(order) && order.due_at !== null && !isOnly ? <TimeToDue due={order.due_at} /> : null}
    </span>
  )
}

function TimeToDue({ due }: { due: string }) {
  const left = Date.parse(due) - useNow()
  const isLate = left <= 0
  const isSoon = !isLate && left < soon
  return (
    <span
      className={clsx(
        'flex items-center gap-1.5 text-xs',
        isLate ? 'font-medium text-danger' : isSoon ? 'font-medium text-warning' : 'text-ink-muted',
      )}
    >
      {isLate ? <ClockAlert className="size-[13px]" /> : isSoon ? <Clock className="size-[13px]" /> : null}
      <span>{isLate ? `${formatDistance(-left)} late` : `due in ${formatDistance(left)}`}</span>
    </span>
  )
}

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
      cell: (order) => <DateCell order={order} isOnly={sort === 'due'} />,
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
      <StickyNote className="size-[13px]" />
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
          <UserRound className="size-[13px]" />
          <span className="sr-only">Assigned to </span>
          <bdi>{desk.assignee_id === me ? 'You' : (desk.assignee?.name ?? 'Deleted user')}</bdi>
        </span>
      ) : null}
    </>
  )
}
