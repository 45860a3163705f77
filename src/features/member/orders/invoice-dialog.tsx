import { Printer } from 'lucide-react'
import { Dialog } from '@/components/dialog/dialog'
import { BenefitImage } from '@/components/domain/benefit-card'
import { Mark } from '@/components/domain/brand'
import { OrderLink } from '@/components/domain/order-link'
import { StatusBadge } from '@/components/domain/status-badge'
import { TokenAmount } from '@/components/domain/token-amount'
import { EntryCell } from '@/components/table/cells'
import { type Column, DataTable } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import { isOrderStatus, orderedBenefit, orderLabel, statusText } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { useProfile } from '@/entities/profiles/profile'
import { brand } from '@/lib/brand'
import { formatDate, formatNumber } from '@/lib/format'
import './invoice.css'

type Line = ReturnType<typeof orderedBenefit>

const columns: Column<Line>[] = [
  {
    id: 'benefit',
    header: 'Benefit',
    card: 'main',
    cell: ({ name, description, imageUrl }) => (
      <EntryCell image={<BenefitImage src={imageUrl} size="thumb" eager />} title={name} sub={description} />
    ),
  },
  {
    id: 'tokens',
    header: 'Tokens',
    align: 'end',
    ruled: true,
    card: 'side',
    cell: ({ tokens }) => formatNumber(tokens),
  },
]

export function InvoiceDialog({ order, onClose }: { order: OwnOrder; onClose: () => void }) {
  return (
    <Dialog
      wide
      title="Invoice"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button icon={<Printer />} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <Invoice order={order} />
    </Dialog>
  )
}

function Invoice({ order }: { order: OwnOrder }) {
  const { data: profile } = useProfile()
  const line = orderedBenefit(order)
  const cancelled = order.status === 'cancelled'
  return (
    <div className="invoice grid gap-6">
      <div className="flex justify-between gap-6 max-md:grid max-md:gap-4">
        <div>
          <p className="flex items-center gap-2.5 font-serif text-[1.3125rem]/none font-semibold">
            <Mark className="size-6 text-accent" />
            <span className="pt-0.5">{brand.name}</span>
          </p>
          <p className="mt-2 text-xs text-ink-muted">
            {cancelled
              ? 'Cancelled. The tokens were given back; no money was charged.'
              : 'Paid in tokens. No money was charged.'}
          </p>
        </div>
        <dl className="grid grid-cols-[auto_auto] content-start justify-start gap-x-4 gap-y-0.5">
          <dt className="text-ink-muted">Order</dt>
          <dd className="font-semibold">
            <OrderLink id={order.id} number={orderLabel(order)} />
          </dd>
          <dt className="text-ink-muted">Date</dt>
          <dd>{formatDate(order.created_at)}</dd>
          <dt className="text-ink-muted">Status</dt>
          <dd>
            {isOrderStatus(order.status) ? <StatusBadge status={order.status} /> : statusText(order.status)}
          </dd>
        </dl>
      </div>
      <div className="grid gap-6 [overflow-wrap:anywhere] md:grid-cols-2">
        <div>
          <p className="text-ink-muted">Member</p>
          <p className="font-semibold">
            <bdi>{order.customer_name ?? profile?.name}</bdi>
          </p>
          <p className="text-ink-muted">{order.customer_email ?? profile?.email}</p>
        </div>
        <div>
          <p className="text-ink-muted">Delivery email</p>
          <p className="font-semibold">{order.redemption_email ?? 'Not kept'}</p>
        </div>
      </div>
      <DataTable
        compact
        caption="What was ordered"
        columns={columns}
        rows={[line]}
        rowKey={() => order.id}
        total={
          cancelled
            ? ['Total after return', <TokenAmount key="total" value={0} />]
            : ['Total', <TokenAmount key="total" value={line.tokens} />]
        }
      />
    </div>
  )
}
