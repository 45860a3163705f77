import { namesById, SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { KeysetPager, LoadedRows, usePageCursor } from '@/components/list/pager'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { dayParam, oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import {
  type Activity,
  type ActivityFilters,
  type ActivityTable,
  activityKey,
  activityLoadFailure,
  activityPerPage,
  activityTables,
  useActivity,
  useActivityCount,
} from '@/entities/activity/activity'
import { useAdminFactors } from '@/entities/settings/settings'
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

function Log({ filters, onClear }: Props) {
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
      {(data) => (
        <LoadedRows stale={log.isPlaceholderData}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
            {daysOf(data.rows).map(({ day, entries }) => (
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
            list={data}
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

const params = {
  q: textParam,
  table: oneOf(activityTables, ''),
  by: textParam,
  from: dayParam,
  to: dayParam,
}

const choices: Record<ActivityTable, string> = {
  orders: 'Orders',
  operations: 'Many rows at once',
  profiles: 'Users',
  benefits: 'Benefits',
  categories: 'Categories',
  key_batches: 'Key batches',
  delivery_keys: 'Keys',
  reports: 'Reports',
  redeem_codes: 'Token codes',
  invite_codes: 'Invite codes',
  invitations: 'Invitations',
  waitlist: 'Waitlist',
  app_settings: 'Settings',
  token_packs: 'Token packs',
  announcements: 'Announcements',
  payments: 'Refunds',
  payment_events: 'Payment events',
  pictures: 'Pictures',
  files: 'Files',
}

export function ActivityPage() {
  const { typed, search, setTyped } = useSearchText()
  const { state, set } = useUrlState(params)
  const { table, by, from, to } = state
  const { data: admins } = useAdminFactors()
  const isFormer = by && admins && !admins.some(({ id }) => id === by)

  function clear() {
    setTyped('')
    set({ q: '', table: '', by: '', from: '', to: '' })
  }

  return (
    <>
      <PageHeader
        title="Activity"
        subtitle="Every change by an admin: who, what, when. Nobody can edit this log."
      />
      <section aria-label="Filter activity" className="mb-6 flex flex-wrap items-end gap-3">
        <SearchField
          label="Search activity"
          value={typed}
          onChange={setTyped}
          className="flex-1 max-md:basis-full md:min-w-[200px] md:max-w-[340px]"
        />
        <SelectField
          label="Show"
          className="w-[170px] max-md:w-full"
          value={table}
          onChange={({ target }) => set({ table: target.value })}
          options={{ '': 'Everything', ...choices }}
        />
        <SelectField
          label="Admin"
          className="w-[200px] max-md:w-full"
          value={by}
          onChange={({ target }) => set({ by: target.value })}
          options={{ '': 'Everybody', ...(isFormer && { [by]: 'Former admin' }), ...namesById(admins) }}
        />
        <TextField
          label="From Date"
          type="date"
          value={from}
          max={to || '9999-12-31'}
          onChange={({ target }) => set({ from: target.value })}
        />
        <TextField
          label="To Date"
          type="date"
          value={to}
          min={from || undefined}
          max="9999-12-31"
          onChange={({ target }) => set({ to: target.value })}
        />
      </section>
      <Log filters={{ search, table, actor: by, from, to }} onClear={clear} />
    </>
  )
}
