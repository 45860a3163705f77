import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { SelectField } from '@/components/form/select-field'
import { KeysetPager, LoadedRows, usePageCursor } from '@/components/list/pager'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { idParam, oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { DataTable } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import { useBenefitNames } from '@/entities/benefits/admin-names'
import { reportsLoadFailure } from '@/entities/deliveries/admin-messages'
import {
  type Report,
  reportKey,
  reportsPerPage,
  useReportCounts,
  useReports,
} from '@/entities/deliveries/reports'
import { reportColumns } from './report-columns'

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
        >
          <option value="">All benefits</option>
          {benefits?.map(({ id, name }) => (
            <option key={id} value={id} dir="auto">
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={<span className="sr-only">Show</span>}
          className="!gap-0 md:w-[160px]"
          value={state.show}
          onChange={({ target }) => set({ show: target.value })}
        >
          <option value="open">Open reports</option>
          <option value="all">All reports</option>
        </SelectField>
      </div>
      <QueryState
        query={reports}
        pending={<DataTable {...table} rows={undefined} />}
        error={{ title: reportsLoadFailure, safe: 'No report was changed.' }}
        isEmpty={({ rows }) => rows.length === 0}
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
      >
        {(shown) => (
          <LoadedRows stale={reports.isPlaceholderData}>
            <DataTable {...table} rows={shown.rows} />
            <KeysetPager
              noun={['report', 'reports']}
              size={reportsPerPage}
              shown={shown}
              count={isCounted && counts ? { value: counts.open, capped: false } : undefined}
              keyOf={reportKey(open)}
              goTo={goTo}
            />
          </LoadedRows>
        )}
      </QueryState>
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
