import { KeysetPager, LoadedRows, usePageCursor } from '@/components/list/pager'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import {
  type Activity,
  type ActivityFilters,
  activityKey,
  activityLoadFailure,
  activityPerPage,
  useActivity,
  useActivityCount,
} from '@/entities/activity/activity'
import { formatLongDate } from '@/lib/format'
import { Entry } from './entry'

const widths = ['58%', '44%', '66%', '51%', '38%', '62%', '47%', '55%']

function LogSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mt-1 mb-4 h-4 w-52" />
      <ol className="border-t border-ink">
        {widths.map((width) => (
          <li key={width} className="flex gap-5 border-b border-line px-3 py-4 max-md:px-0">
            <Skeleton className="my-1 h-[11px] w-10 flex-none" />
            <Skeleton className="my-1 h-[11px]" style={{ width }} />
          </li>
        ))}
      </ol>
    </div>
  )
}

type Props = { filters: ActivityFilters; onClear: () => void }

export function Log({ filters, onClear }: Props) {
  const { cursor, goTo } = usePageCursor()
  const log = useActivity(filters, cursor)
  const count = useActivityCount(filters)
  const narrowed = Object.values(filters).some(Boolean)

  return (
    <QueryState
      query={log}
      pending={<LogSkeleton />}
      error={{ title: activityLoadFailure, safe: 'No records were lost.' }}
      isEmpty={({ rows }) => rows.length === 0}
      empty={
        narrowed ? (
          <EmptyState
            title="No activity matches your search."
            action={<Button onClick={onClear}>Show everything</Button>}
          />
        ) : (
          <EmptyState title="Nothing has been recorded yet.">Changes by admins will appear here.</EmptyState>
        )
      }
    >
      {(shown) => (
        <LoadedRows stale={log.isPlaceholderData}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
            {daysOf(shown.rows).map(({ day, entries }) => (
              <section key={day} aria-label={day}>
                <h2 className="mb-3 text-base font-semibold">{day}</h2>
                <ol className="border-t border-ink">
                  {entries.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </ol>
              </section>
            ))}
          </div>
          <KeysetPager
            noun={['entry', 'entries']}
            size={activityPerPage}
            shown={shown}
            count={log.isPlaceholderData ? undefined : count.data}
            keyOf={activityKey}
            goTo={goTo}
          />
        </LoadedRows>
      )}
    </QueryState>
  )
}

function daysOf(rows: readonly Activity[]) {
  const days: { day: string; entries: Activity[] }[] = []
  for (const entry of rows) {
    const day = formatLongDate(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
