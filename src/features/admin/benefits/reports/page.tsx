import { Pause } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { CountStrip } from '@/components/list/count-strip'
import { LoadError, QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { PageHeader } from '@/components/ui/page-header'
import { type SuspectBatch, useReportCounts, useSuspectBatches } from '@/entities/deliveries/reports'
import { formatCount, formatDateTime, formatNumber } from '@/lib/format'
import { ReportList } from './report-list'

const DecideBatch = lazyDialog(() => import('./decide-batch').then((m) => m.DecideBatch))

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

type Counts = NonNullable<ReturnType<typeof useReportCounts>['data']>

function ReportCounts() {
  const counts = useReportCounts()
  const strip = (data?: Counts) => (
    <CountStrip
      label="Reports"
      className="mb-7"
      counts={[
        {
          id: 'open',
          label: 'Open',
          value: data?.open,
          note: data?.due_within_hour ? (
            <span className="font-medium text-warning">
              {formatNumber(data.due_within_hour)} due within an hour
            </span>
          ) : (
            ''
          ),
        },
        { id: 'reports', label: 'Reports', value: data?.in_30_days, note: 'in 30 days' },
        {
          id: 'replaced',
          label: 'Replaced at once',
          value: data?.replaced_in_30_days,
          note: data && `of ${formatNumber(data.in_30_days)}, without an admin`,
        },
        {
          id: 'time',
          label: 'Time to answer',
          value: data && duration(data.median_hours),
          note: 'median of 30 days',
        },
      ]}
    />
  )
  return (
    <QueryState
      query={counts}
      pending={strip()}
      error={{ title: 'The counts could not be loaded.', safe: 'The list below is not affected.' }}
    >
      {strip}
    </QueryState>
  )
}

/** 2.05 -> '2 h 03'. */
export function duration(exactHours: number | null): string {
  if (exactHours === null) return '–'
  const minutes = Math.round(exactHours * 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${formatNumber(hours)} h ${String(minutes % 60).padStart(2, '0')}`
}

function SuspectBatches() {
  const batches = useSuspectBatches()
  const [openBatch, setOpenBatch] = useState<SuspectBatch>()
  if (batches.isError && !batches.data)
    return (
      <div className="mb-7">
        <LoadError
          title="Batches that are held back could not be loaded."
          busy={batches.isFetching}
          onRetry={() => void batches.refetch()}
        >
          The reports below are not affected.
        </LoadError>
      </div>
    )
  return (
    <>
      {batches.data?.map((batch) => (
        <div key={batch.id} className="mb-4 last-of-type:mb-7">
          <InlineAlert
            tone="danger"
            icon={<Pause />}
            title={`Batch B${batch.batch} of ${batch.benefit_name ?? 'Deleted Benefit'} is held back.`}
            action={
              <Button variant="primary" onClick={() => setOpenBatch(batch)}>
                Decide about B{batch.batch}
              </Button>
            }
          >
            <p>{sentence(batch)}</p>
          </InlineAlert>
        </div>
      ))}
      {openBatch ? (
        <DecideBatch
          frame={{ title: `Batch B${openBatch.batch}`, wide: true }}
          batch={openBatch}
          onClose={() => setOpenBatch(undefined)}
        />
      ) : null}
    </>
  )
}

export function sentence({
  reported,
  delivered,
  held,
  other_keys_left,
  quarantined_at,
}: SuspectBatch): string {
  const others =
    other_keys_left > 0
      ? `${formatCount(other_keys_left, 'key')} of other batches can be ordered.`
      : 'There are no other keys, so nobody can order it until you decide.'
  return `${formatNumber(reported)} of its ${formatCount(delivered, 'key')} handed out were reported. ${formatCount(held, 'key has', 'keys have')} been held back since ${formatDateTime(quarantined_at)}. ${others}`
}
