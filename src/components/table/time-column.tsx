import { formatDate, formatTime } from '@/lib/format'
import type { Column } from './data-table'

function TimeCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="@max-[44.9375rem]:flex @max-[44.9375rem]:gap-2">
      <span>{formatDate(iso)}</span>
      <span className="block text-xs/5 text-ink-muted">{formatTime(iso)}</span>
    </time>
  )
}

type TimeColumn = <Row>(
  id: string,
  header: string,
  timeOf: (row: Row) => string,
  look?: Partial<Column<Row>>,
) => Column<Row>

/** A date with its time. */
export const timeColumn: TimeColumn = (id, header, timeOf, look) => ({
  ...{ id, header, nowrap: true, ...look },
  cell: (row) => <TimeCell iso={timeOf(row)} />,
})

export const dateColumn: TimeColumn = (id, header, timeOf, look) => ({
  ...{ id, header, nowrap: true, ...look },
  cell: (row) => (
    <time dateTime={timeOf(row)} className="text-ink-2">
      {formatDate(timeOf(row))}
    </time>
  ),
})
