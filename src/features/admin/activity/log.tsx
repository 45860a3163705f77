import { EmptyState } from '@/components/list/empty-state'
import { KeysetPager } from '@/components/list/keyset-pager'
import { LoadedRows } from '@/components/list/loaded-rows'
import { QueryState } from '@/components/list/query-state'
import { usePageCursor } from '@/components/list/use-page-cursor'
import { Button } from '@/components/ui/button'
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
import { LogSkeleton } from './log-skeleton'

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
