import { PageHeader } from '@/components/ui/page-header'
import { useReportCounts, useSuspectBatches } from '@/entities/deliveries/reports'
import { formatCount, formatNumber } from '@/lib/format'
import { ReportCounts } from './report-counts'
import { ReportList } from './report-list'
import { SuspectBatches } from './suspect-batches'

export function ReportsPage() {
  const { data: counts } = useReportCounts()
  const { data: batches } = useSuspectBatches()
  const open =
    counts && (counts.open > 0 ? `${formatNumber(counts.open)} open, first due first.` : 'Nothing is open.')
  const held =
    batches &&
    (batches.length > 0
      ? `${formatCount(batches.length, 'batch is', 'batches are')} held back.`
      : 'No batch is held back.')
  return (
    <>
      <PageHeader title="Reports" subtitle={[open, held].filter(Boolean).join(' ') || 'First due first.'} />
      <SuspectBatches />
      <ReportCounts />
      <ReportList />
    </>
  )
}
