import { Clock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { namesById, SelectField } from '@/components/form/select-field'
import { KeysetTable } from '@/components/list/keyset-table'
import { usePageCursor } from '@/components/list/pager'
import { EmptyState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { idParam, oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import type { Column } from '@/components/table/data-table'
import { timeColumn } from '@/components/table/time-column'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useBenefitNames } from '@/entities/benefits/admin-list'
import { reportsLoadFailure } from '@/entities/deliveries/admin-messages'
import {
  type Report,
  reportAnswer,
  reportKey,
  reportLabel,
  reportsPerPage,
  useReportCounts,
  useReports,
} from '@/entities/deliveries/reports'
import { formatDistance, formatNearTime } from '@/lib/near-time'

type Options = {
  open: boolean
  linkTo: (id: string) => string
  now: number
}

const hour = 3_600_000
const sources: Record<string, string> = { link: 'one link for all', file: 'one file for all' }

function reportColumns({ open, linkTo, now }: Options): Column<Report>[] {
  const what: Column<Report> = {
    id: 'what',
    header: 'What is wrong',
    card: 'main',
    cell: (report) => (
      <>
        <Link
          to={linkTo(report.id)}
          replace
          data-opens-row
          className="rounded-sm font-semibold underline-offset-[3px] hover:underline"
        >
          <bdi className="line-clamp-2">{report.reason ?? 'Data removed'}</bdi>
        </Link>
        <span className="figures mt-0.5 block text-xs text-ink-muted">
          {[reportLabel(report), report.order_number].filter(Boolean).join(', ')}
        </span>
      </>
    ),
    skeleton: (
      <>
        <Skeleton className="h-5 w-52 max-w-full" />
        <Skeleton className="mt-1 h-3 w-24" />
      </>
    ),
  }
  const benefit: Column<Report> = {
    id: 'benefit',
    header: 'Benefit',
    cell: ({ benefit_name, batch, method }) => (
      <span>
        <bdi>{benefit_name ?? 'Deleted Benefit'}</bdi>
        <span className="block text-xs text-ink-muted">
          {batch === null ? (sources[method] ?? 'by hand') : `batch B${batch}`}
        </span>
      </span>
    ),
  }
  const member: Column<Report> = {
    id: 'member',
    header: 'Member',
    cell: ({ customer_name }) => <bdi>{customer_name ?? 'Deleted user'}</bdi>,
  }
  const outcome: Column<Report> = { id: 'so-far', header: 'So far', cell: outcomeOf }
  const due: Column<Report> = {
    id: 'due',
    header: 'Answer by',
    nowrap: true,
    cell: ({ due_at }) => <Due at={due_at} now={now} />,
  }
  const made = timeColumn<Report>('reported', 'Reported', ({ created_at }) => created_at)
  return [what, benefit, member, outcome, open ? due : made]
}

const outcomeOf = (report: Report) =>
  reportAnswer(report) ?? (report.earlier > 0 ? 'Reported before' : 'Nothing yet')

function Due({ at, now }: { at: string; now: number }) {
  const left = Date.parse(at) - now
  const distance = left < 0 ? `late by ${formatDistance(-left)}` : `in ${formatDistance(left)}`
  return (
    <time dateTime={at} className="figures">
      {formatNearTime(at, now, 'short')}
      {left < hour ? (
        <span
          className={`flex items-center gap-[5px] text-xs/5 font-medium ${left < 0 ? 'text-danger' : 'text-warning'}`}
        >
          <Clock className="!size-[13px]" />
          {distance}
        </span>
      ) : (
        <span className="block text-xs/5 text-ink-muted">{distance}</span>
      )}
    </time>
  )
}

const ReportDetails = lazyDialog(() => import('./report-details').then((m) => m.ReportDialog))
const params = { q: textParam, show: oneOf(['all'], 'open'), report: textParam, benefit: idParam }
const keepPage = { keepPage: true }

/** Open reports by due time, or all by creation; of one benefit or all (D34). */
export function ReportList() {
  const { state, set, linkTo } = useUrlState(params)
  const { typed, search, setTyped } = useSearchText()
  const { cursor, goTo } = usePageCursor()
  const { data: benefits } = useBenefitNames()
  const open = state.show === 'open'
  const benefitId = state.benefit || undefined
  const reports = useReports({ benefitId, open, search }, cursor)
  const { data: counts } = useReportCounts()
  const isCounted = open && !search && !benefitId && !reports.isPlaceholderData
  const table = {
    caption: open ? 'Open reports' : 'All reports',
    columns: reportColumns({
      open,
      linkTo: (id) => linkTo({ report: id }, keepPage),
      now: reports.dataUpdatedAt,
    }),
    rowKey: ({ id }: Report) => id,
    selectedKey: state.report,
  }

  return (
    <section aria-label="Reports">
      <div className="mb-3 grid gap-2.5 md:flex">
        <SearchField
          label="Search reports"
          placeholder="Number, order, member, benefit"
          value={typed}
          onChange={setTyped}
          className="flex-1"
        />
        <SelectField
          label={<span className="sr-only">Benefit</span>}
          className="!gap-0 md:w-[200px]"
          value={state.benefit}
          onChange={({ target }) => set({ benefit: target.value })}
          options={{ '': 'All benefits', ...namesById(benefits) }}
        />
        <SelectField
          label={<span className="sr-only">Show</span>}
          className="!gap-0 md:w-[160px]"
          value={state.show}
          onChange={({ target }) => set({ show: target.value })}
          options={{ open: 'Open reports', all: 'All reports' }}
        />
      </div>
      <KeysetTable
        query={reports}
        table={table}
        error={{ title: reportsLoadFailure, safe: 'No report was changed.' }}
        empty={
          search || benefitId ? (
            <EmptyState
              title="No reports match your search."
              action={
                <Button
                  onClick={() => {
                    setTyped('')
                    set({ q: '', benefit: '' })
                  }}
                >
                  Clear All
                </Button>
              }
            />
          ) : (
            <EmptyState title={open ? 'No open reports' : 'No reports yet'}>
              When a member says that something does not work, it appears here with its order and its batch.
            </EmptyState>
          )
        }
        noun={['report', 'reports']}
        size={reportsPerPage}
        count={isCounted && counts ? { value: counts.open, capped: false } : undefined}
        keyOf={reportKey(open)}
        goTo={goTo}
      />
      {state.report ? (
        <ReportDetails
          key={state.report}
          frame={{ title: 'Report', wide: true }}
          id={state.report}
          onClose={() => set({ report: '' }, keepPage)}
        />
      ) : null}
    </section>
  )
}
