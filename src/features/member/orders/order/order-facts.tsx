import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { OrderTokens } from '@/components/domain/order-link'
import { Fact } from '@/components/ui/sum'
import { methodText } from '@/entities/deliveries/method'
import { orderedBenefit } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { paths } from '@/lib/paths'
import { formatDollars } from '@/lib/prices'

const InvoiceDialog = lazyDialog(() => import('../invoice-dialog').then((m) => m.InvoiceDialog))

export function OrderFacts({ order }: { order: OwnOrder }) {
  const [invoice, setInvoice] = useState(false)
  const { name, description, tokens } = orderedBenefit(order)
  // Of today: an order keeps its price in tokens only.
  const worth = order.made_by?.estimated_value
  return (
    <section className="min-w-0">
      <h2 className="mb-2 flex min-h-[34px] items-center text-base font-semibold">What you ordered</h2>
      <dl className="border-t border-ink">
        <Fact name="Benefit">
          {order.benefit && order.benefit_id ? (
            <Link to={paths.benefitOf(order.benefit_id)} className="link">
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi className="font-semibold">{name}</bdi>
          )}
          {description ? <p className="line-clamp-4 text-xs/5 text-ink-muted">{description}</p> : null}
        </Fact>
        <Fact name="Delivered">{methodText(order.delivery_method)}</Fact>
        <Fact name="Delivery email">{order.redemption_email ?? 'Not kept'}</Fact>
        {worth == null ? null : <Fact name="Worth">{`${formatDollars(worth)} (the maker's price)`}</Fact>}
        <Fact name="Price">
          <OrderTokens tokens={tokens} status={order.status} />
        </Fact>
        <Fact name="Invoice">
          <button type="button" className="link" onClick={() => setInvoice(true)}>
            Open the invoice
          </button>
        </Fact>
      </dl>
      {invoice ? (
        <InvoiceDialog
          frame={{ title: 'Invoice', wide: true }}
          order={order}
          onClose={() => setInvoice(false)}
        />
      ) : null}
    </section>
  )
}
