import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { reportsLoadFailure } from '@/entities/deliveries/admin-messages'
import { deliveryKeys } from '@/entities/deliveries/keys'
import { rowOrNull } from '@/entities/shared/detail'
import { type KeysetPage, type KeysetRange, maxSearchRows, readKeysetPage } from '@/entities/shared/keyset'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Callable } from '@/lib/tables'

/** Without a benefit, of all of them. An empty search does not filter. */
export type ReportFilters = { benefitId?: string; open: boolean; search: string }

type Listed = Callable['search_reports']['Returns'][number]
type Detailed = Callable['report_details']['Returns'][number]
type Nullable<Row, Columns extends keyof Row> = Omit<Row, Columns> & {
  [Column in Columns]: Row[Column] | null
}

/** `reason` is null once the member has been deleted (D12); `earlier` counts the reports of the order before this one. */
export type Report = Nullable<
  Listed,
  | 'reason'
  | 'answer'
  | 'answered_at'
  | 'order_number'
  | 'benefit_id'
  | 'benefit_name'
  | 'batch'
  | 'customer_name'
>

/** `mask`: of a key; `can_replace`: whether there is something to deliver instead. */
export type ReportDetails = Nullable<
  Detailed,
  | 'reason'
  | 'answer'
  | 'answer_text'
  | 'answered_by'
  | 'answered_at'
  | 'order_number'
  | 'benefit_id'
  | 'benefit_name'
  | 'mask'
  | 'batch'
  | 'customer_id'
  | 'customer_name'
  | 'customer_email'
>

export const reportsPerPage = 25

export function reportLabel({ number }: Pick<Report, 'number'>): string {
  return `R-${String(number).padStart(4, '0')}`
}

/** Open reports are sorted by when they are due, all of them by when they were made. */
export function reportKey(open: boolean) {
  return ({ id, due_at, created_at }: Report): RowKey => ({ value: open ? due_at : created_at, id })
}

function reportSource({ benefitId, open, search }: ReportFilters) {
  const rows = ({ key, reverse, limit }: KeysetRange) =>
    supabase.rpc('search_reports', {
      p_benefit_id: benefitId,
      p_open: open,
      p_search: search || undefined,
      p_key_time: key?.value,
      p_key_id: key?.id,
      p_reverse: reverse,
      p_limit: limit,
    })
  return { rows, keys: rows, keyOf: reportKey(open), maxRows: maxSearchRows }
}

const reportQueries = {
  list: (filters: ReportFilters, cursor: PageCursor) =>
    queryOptions({
      queryKey: deliveryKeys.reports(filters, cursor),
      queryFn: async ({ signal }): Promise<KeysetPage<Report>> =>
        readKeysetPage(reportSource(filters), cursor, reportsPerPage, signal),
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: 'always',
      meta: { failed: reportsLoadFailure },
    }),
  details: (id: string) =>
    queryOptions({
      queryKey: deliveryKeys.report(id),
      queryFn: ({ signal }) =>
        rowOrNull<ReportDetails>(
          supabase
            .rpc('report_details', { p_report_id: id })
            .abortSignal(signal)
            .maybeSingle()
            .throwOnError(),
        ),
      refetchOnWindowFocus: 'always',
    }),
  counts: queryOptions({
    queryKey: deliveryKeys.reportCounts,
    queryFn: async ({ signal }) => {
      const { data } = await supabase.rpc('report_counts').abortSignal(signal).single().throwOnError()
      // Null without an answer in 30 days.
      return data as Nullable<typeof data, 'median_hours'>
    },
    refetchInterval: 60_000,
  }),
}

export function useReports(filters: ReportFilters, cursor: PageCursor) {
  return useQuery(reportQueries.list(filters, cursor))
}

/** Null if not found. */
export function useReport(id: string) {
  return useQuery(reportQueries.details(id))
}

export function useReportCounts() {
  return useQuery(reportQueries.counts)
}
