import { PageHeader } from '@/components/page-header'
import { formatLongDate } from '@/lib/format'
import { Figures } from './figures'
import { QuickActions } from './quick-actions'
import { SystemStatus } from './system-status'

/** The admin's overview (chapter 2): six counts, a measured system status, the ways to work (D23). */
export function Component() {
  return (
    <>
      <PageHeader title="Overview" subtitle={formatLongDate(new Date())} />
      <Figures />
      <div className="mt-11 grid gap-11 @min-[800px]:grid-cols-2 @min-[800px]:gap-14">
        <SystemStatus />
        <QuickActions />
      </div>
    </>
  )
}
