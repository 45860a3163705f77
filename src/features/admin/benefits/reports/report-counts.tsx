import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import { useReportCounts } from '@/entities/deliveries/reports'
import { formatNumber } from '@/lib/format'

type Counts = NonNullable<ReturnType<typeof useReportCounts>['data']>

export function ReportCounts() {
  const counts = useReportCounts()
  const strip = (known?: Counts) => (
    <CountStrip
      label="Reports"
      className="mb-7"
      counts={[
        {
          id: 'open',
          label: 'Open',
          value: known?.open,
          note: known?.due_within_hour ? (
            <span className="font-medium text-warning">
              {formatNumber(known.due_within_hour)} due within an hour
            </span>
          ) : (
            ''
          ),
        },
        { id: 'reports', label: 'Reports', value: known?.in_30_days, note: 'in 30 days' },
        {
          id: 'replaced',
          label: 'Replaced at once',
          value: known?.replaced_in_30_days,
          note: known && `of ${formatNumber(known.in_30_days)}, without an admin`,
        },
        {
          id: 'time',
          label: 'Time to answer',
          value: known && duration(known.median_hours),
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

/** 2.17 -> '2 h 10'. */
function duration(exactHours: number | null): string {
  if (exactHours === null) return '–'
  const minutes = Math.round(exactHours * 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${formatNumber(hours)} h ${String(minutes % 60).padStart(2, '0')}`
}
