import { OwnLine } from '@/components/ui/own-line'
import { PageHeader } from '@/components/ui/page-header'
import { formatLongDate } from '@/lib/format'
import { OrderFlow } from './charts/order-flow'
import { TokenFlow } from './charts/token-flow'
import { Figures } from './figures'
import { OrderStatuses } from './order-statuses'
import { QuickActions } from './quick-actions'
import { SystemStatus } from './system-status'

export function OverviewPage() {
  return (
    <>
      <PageHeader
        title="Overview"
        subtitle={
          <>
            {`${formatLongDate(new Date())}. `}
            <OwnLine>Choose a figure to see what it is made of.</OwnLine>
          </>
        }
      />
      <Figures />
      <div className="mt-11 grid gap-11 @min-[860px]:grid-cols-[minmax(0,8fr)_minmax(0,5fr)] @min-[860px]:gap-12">
        <TokenFlow className="min-w-0" />
        <div className="grid content-start gap-11 @min-[600px]:@max-[859px]:grid-cols-2">
          <OrderStatuses />
          <SystemStatus />
          <QuickActions className="@min-[600px]:@max-[859px]:col-span-2" />
        </div>
      </div>
      <OrderFlow className="mt-11" />
    </>
  )
}
