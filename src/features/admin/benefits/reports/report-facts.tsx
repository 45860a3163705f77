import { Link } from 'react-router-dom'
import { TokenAmount } from '@/components/domain/token-amount'
import { Fact } from '@/components/ui/sum'
import { methodText } from '@/entities/deliveries/delivery'
import type { ReportDetails } from '@/entities/deliveries/reports'
import { adminPaths } from '@/lib/admin-paths'
import { formatDateTime } from '@/lib/format'
import { paths } from '@/lib/paths'

export function ReportFacts({ report }: { report: ReportDetails }) {
  const { customer_id, customer_name, customer_email, order_id, order_number, order_status } = report
  const { benefit_id, benefit_name, price, method, mask, batch, delivered_at, created_at, reason } = report
  return (
    <>
      <dl className="border-t border-ink">
        <Fact name="Member">
          {customer_id ? (
            <Link className="link" to={`${paths.adminUsers}?${new URLSearchParams({ person: customer_id })}`}>
              <bdi>{customer_name}</bdi>
            </Link>
          ) : (
            <bdi>{customer_name ?? 'Deleted user'}</bdi>
          )}
          {customer_email ? <span className="block text-ink-muted">{customer_email}</span> : null}
        </Fact>
        <Fact name="Order">
          <Link className="link figures" to={adminPaths.orderOf(order_id)}>
            {order_number ?? 'Legacy Order'}
          </Link>
          {order_status === 'cancelled' ? ', cancelled' : ''}
        </Fact>
        <Fact name="Delivered">
          {formatDateTime(delivered_at)}
          <span className="block text-ink-muted">{methodText(method)}</span>
        </Fact>
        <Fact name="Benefit">
          <span className="flex flex-wrap gap-x-3">
            {benefit_id ? (
              <Link className="link" to={`${adminPaths.benefitOf(benefit_id)}?tab=delivery`}>
                <bdi>{benefit_name}</bdi>
              </Link>
            ) : (
              <bdi>{benefit_name ?? 'Deleted Benefit'}</bdi>
            )}
            <TokenAmount value={price} />
          </span>
        </Fact>
        {mask ? (
          <Fact name="Key">
            <span translate="no" className="font-mono">
              {mask}
            </span>
            {batch === null ? null : <span className="text-ink-muted">, batch B{batch}</span>}
          </Fact>
        ) : null}
        <Fact name="Reported">{formatDateTime(created_at)}</Fact>
      </dl>
      <section aria-labelledby="report-reason">
        <h3 id="report-reason" className="mb-2 text-base font-semibold">
          What the member saw
        </h3>
        <blockquote className="rounded bg-surface-sunk px-3.5 py-3 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
          {reason ?? 'Data removed'}
        </blockquote>
      </section>
    </>
  )
}
