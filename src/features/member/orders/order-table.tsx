import { Receipt, X } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { BenefitImage } from '@/components/domain/benefit-card'
import { OrderTokens } from '@/components/domain/order-link'
import { StateText } from '@/components/domain/status-badge'
import { EntryCell } from '@/components/table/cells'
import { type Column, DataTable } from '@/components/table/data-table'
import { dateColumn } from '@/components/table/time-column'
import { Menu } from '@/components/ui/menu'
import { useNow } from '@/components/ui/use-now'
import { isLateOrder, orderedBenefit, orderLabel, useCreditLeft } from '@/entities/orders/order'
import { type OwnOrder, ownOrderState } from '@/entities/orders/own'
import { paths } from '@/lib/paths'
import { OrderAction } from '@/widgets/own-orders/order-action'

type Handlers = { onInvoice: (id: string) => void; onCancel: (id: string) => void }

function columnsOf(
  now: number,
  creditLeft: number | undefined,
  { onInvoice, onCancel }: Handlers,
): Column<OwnOrder>[] {
  return [
    {
      id: 'order',
      header: 'Order',
      card: 'main',
      cell: (order) => {
        const { name, imageUrl } = orderedBenefit(order)
        return (
          <EntryCell
            image={<BenefitImage src={imageUrl} size="thumb" />}
            title={
              <Link to={paths.orderOf(order.id)} className="row-link">
                {name}
              </Link>
            }
            sub={<span translate="no">{orderLabel(order)}</span>}
          />
        )
      },
    },
    {
      id: 'status',
      header: 'Status',
      card: 'below',
      cell: (order) => {
        const { text, detail, credit, displayStatus: look } = ownOrderState(order, now, creditLeft)
        return (
          <StateText status={look}>
            <span>{text}</span>
            <span className="mt-0.5 block text-xs font-normal text-ink-muted">
              <span>{detail}</span>
              {/* Keeps its place until it is known, so that the rows below do not move. */}
              {credit ? (
                <span
                  style={{ visibility: creditLeft === undefined ? 'hidden' : undefined }}
                >{` · ${credit}`}</span>
              ) : null}
            </span>
          </StateText>
        )
      },
    },
    {
      id: 'email',
      header: 'Delivery email',
      hiddenIn: 'narrow',
      cell: ({ redemption_email }) => <span className="text-ink-2">{redemption_email ?? 'Not kept'}</span>,
    },
    dateColumn('date', 'Date', ({ created_at }) => created_at, { hiddenIn: 'cards' }),
    {
      id: 'tokens',
      header: 'Tokens',
      align: 'end',
      ruled: true,
      card: 'side',
      cell: (order) => <OrderTokens tokens={orderedBenefit(order).tokens} status={order.status} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      card: 'actions',
      cell: (order) => (
        <>
          <OrderAction order={order} className="min-w-29" />
          <Menu
            label={`More for ${order.order_number ?? orderedBenefit(order).name}`}
            items={[
              {
                label: 'Invoice',
                icon: <Receipt />,
                onSelect: () => onInvoice(order.id),
              },
              order.status === 'pending' && {
                label: 'Cancel order',
                icon: <X />,
                danger: true,
                onSelect: () => onCancel(order.id),
              },
            ]}
          />
        </>
      ),
    },
  ]
}

/** The row is the link; what is late comes first (D56); one action a row, the rest in its menu. */
export function OrderTable({ rows, ...handlers }: Handlers & { rows: OwnOrder[] | undefined }) {
  const now = useNow()
  const late = rows?.filter((order) => isLateOrder(order, now)) ?? []
  const creditLeft = useCreditLeft(late.length > 0).data
  const { onInvoice, onCancel } = handlers
  const columns = useMemo(
    () => columnsOf(now, creditLeft, { onInvoice, onCancel }),
    [now, creditLeft, onInvoice, onCancel],
  )
  return (
    <DataTable
      caption="Your orders"
      columns={columns}
      rows={rows && [...late, ...rows.filter((order) => !late.includes(order))]}
      rowKey={({ id }) => id}
    />
  )
}
