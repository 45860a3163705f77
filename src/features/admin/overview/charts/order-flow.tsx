import { EmptyState } from '@/components/list/empty-state'
import { orderDays, useOrderFlow } from '@/entities/overview/flows'
import { ChartSection } from './chart-section'
import { OrderChart } from './order-chart'
import { placedOn } from './order-day'
import { OrderTable } from './order-table'

export function OrderFlow({ className }: { className?: string }) {
  const query = useOrderFlow()
  return (
    <ChartSection
      className={className}
      title="Orders by day"
      note={`last ${orderDays} days`}
      query={query}
      failure="Orders by day could not be loaded."
      isEmpty={(rows) => rows.every((row) => placedOn(row) === 0)}
      empty={
        <div className="sheet">
          <EmptyState title={`No orders in the last ${orderDays} days.`} />
        </div>
      }
      chart={(rows) => <OrderChart rows={rows} />}
      table={(rows) => <OrderTable rows={rows} />}
    />
  )
}
