import { ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import { BenefitImage } from '@/components/domain/benefit-image'
import { OrderLink } from '@/components/domain/order-link'
import { OrderTokens } from '@/components/domain/order-tokens'
import { StatusBadge } from '@/components/domain/status-badge'
import { DataTable } from '@/components/table/data-table'
import { EntryCell } from '@/components/table/entry-cell'
import type { Column } from '@/components/table/table-column'
import { Button } from '@/components/ui/button'
import type { OwnOrder } from '@/entities/orders/own'
import { isOrderStatus, orderedBenefit, orderLabel, statusText } from '@/entities/orders/status'
import { formatDate } from '@/lib/format'

const columns: Column<OwnOrder>[] = [
  {
    id: 'order',
    header: 'Order',
    card: 'main',
    cell: (order) => {
      const { name, imageUrl } = orderedBenefit(order)
      return (
        <EntryCell
          image={<BenefitImage src={imageUrl} size="thumb" />}
          title={name}
          sub={<OrderLink id={order.id} number={orderLabel(order)} />}
        />
      )
    },
  },
  { id: 'status', header: 'Status', card: 'left', cell: ({ status }) => <Status status={status} /> },
  {
    id: 'email',
    header: 'Delivery email',
    card: 'left',
    cell: ({ redemption_email }) => <span className="text-ink-2">{redemption_email ?? 'Not kept'}</span>,
  },
  {
    id: 'date',
    header: 'Date',
    nowrap: true,
    card: 'right',
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="text-ink-2">
        {formatDate(created_at)}
      </time>
    ),
  },
  {
    id: 'tokens',
    header: 'Tokens',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: (order) => <OrderTokens tokens={orderedBenefit(order).tokens} status={order.status} />,
  },
]

type Props = { rows: OwnOrder[] | undefined; onInvoice: (id: string) => void }

export function OrderTable({ rows, onInvoice }: Props) {
  const all = useMemo(() => [...columns, invoiceColumn(onInvoice)], [onInvoice])
  return <DataTable caption="Your orders" columns={all} rows={rows} rowKey={({ id }) => id} />
}

function invoiceColumn(onInvoice: Props['onInvoice']): Column<OwnOrder> {
  return {
    id: 'invoice',
    header: 'Invoice',
    card: 'actions',
    cell: (order) => (
      <Button
        size="sm"
        variant="quiet"
        icon={<ReceiptText />}
        aria-label={`Invoice for ${order.order_number ?? orderedBenefit(order).name}`}
        onClick={() => onInvoice(order.id)}
      >
        Invoice
      </Button>
    ),
  }
}

function Status({ status }: { status: string }) {
  return (
    <span>
      {isOrderStatus(status) ? <StatusBadge status={status} /> : null}
      <span className="mt-0.5 block text-xs text-ink-muted">{statusText(status)}</span>
    </span>
  )
}
