import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reportsLoadFailure } from '@/entities/deliveries/admin-messages'
import { type ManualDelivery, manualArguments } from '@/entities/deliveries/admin-order'
import { deliveryKeys } from '@/entities/deliveries/delivery'
import { type KeysetPage, type KeysetRange, maxSearchRows, readKeysetPage } from '@/entities/shared/keyset'
import { findOne, read, readOne, send } from '@/entities/shared/read'
import { errorCode } from '@/lib/errors'
import type { PageCursor, RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Callable, FunctionRow, Nullable } from '@/lib/tables'

/** All benefits without a `benefitId`. */
type ReportFilters = { benefitId?: string; open: boolean; search: string }

type ListedReport = Callable['search_reports']['Returns'][number]
type DetailedReport = Callable['report_details']['Returns'][number]

/** `reason` is null once the member is deleted (D12); `earlier`: the number of previous reports of the order. */
export type Report = Nullable<
  ListedReport,
  | 'reason'
  | 'answer'
  | 'answered_at'
  | 'order_number'
  | 'benefit_id'
  | 'benefit_name'
  | 'batch'
  | 'customer_name'
>

/** `mask` of the key, if it is one. */
export type ReportDetails = Nullable<
  DetailedReport,
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

const answerLabels: Record<string, string> = {
  replaced: 'Replaced',
  replied: 'Answered',
  refunded: 'Tokens returned',
}

/** Undefined while open. */
export function reportAnswer({ outcome, answer }: Pick<Report, 'outcome' | 'answer'>): string | undefined {
  if (outcome === 'replaced') return 'Replaced at once'
  return answer === null ? undefined : (answerLabels[answer] ?? answer)
}

/** Open reports are sorted by due time, all by creation. */
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

export function useReports(filters: ReportFilters, cursor: PageCursor) {
  return useQuery({
    queryKey: deliveryKeys.reports(filters, cursor),
    queryFn: async ({ signal }): Promise<KeysetPage<Report>> =>
      readKeysetPage(reportSource(filters), cursor, reportsPerPage, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    meta: { failed: reportsLoadFailure },
  })
}

/** Null if not found. */
export function useReport(id: string) {
  return useQuery({
    queryKey: deliveryKeys.report(id),
    queryFn: ({ signal }) =>
      findOne<ReportDetails>(supabase.rpc('report_details', { p_report_id: id }), signal),
    refetchOnWindowFocus: 'always',
  })
}

export function useReportCounts() {
  return useQuery({
    queryKey: deliveryKeys.reportCounts,
    queryFn: async ({ signal }) =>
      // Null without an answer in 30 days.
      (await readOne(supabase.rpc('report_counts'), signal)) as Nullable<
        FunctionRow<'report_counts'>,
        'median_hours'
      >,
    refetchInterval: 60_000,
  })
}

export type ReportAnswer = 'replaced' | 'replied' | 'refunded'

/** Another admin was faster. */
const overtaken = ['report_closed', 'order_changed', 'sold_out']

function useRefreshIfOvertaken() {
  const client = useQueryClient()
  return (error: unknown) => (overtaken.includes(errorCode(error)) ? client.invalidateQueries() : undefined)
}

type Answer = { answer: ReportAnswer; text: string; delivery?: ManualDelivery }

/** Closes an open report: delivers again, a `delivery` by hand, replies, or refunds, which cancels the order (D34). */
export function useAnswerReport(id: string) {
  return useMutation({
    mutationFn: async ({ answer, text, delivery }: Answer) => {
      const { p_kind, p_content } = delivery ? manualArguments(delivery) : {}
      const call = { p_report_id: id, p_answer: answer, p_text: text, p_kind, p_content }
      await supabase.rpc('answer_report', call).throwOnError()
    },
    onError: useRefreshIfOvertaken(),
    meta: { failed: 'form' },
  })
}

/** `benefit_name` is null once the benefit is deleted. */
export type SuspectBatch = Omit<Callable['suspect_batches']['Returns'][number], 'benefit_name'> & {
  benefit_name: string | null
}

/** Awaiting an admin's decision (D34). */
export function useSuspectBatches() {
  return useQuery({
    queryKey: deliveryKeys.suspectBatches,
    queryFn: ({ signal }): Promise<SuspectBatch[]> => read(supabase.rpc('suspect_batches'), signal),
    refetchInterval: 60_000,
  })
}

/** Restores the batch's keys, or puts them aside for good. */
export function useDecideBatch() {
  return useMutation({
    mutationFn: ({ id, release }: { id: string; release: boolean }) =>
      send(supabase.rpc('decide_batch', { p_batch_id: id, p_release: release })),
    onError: useRefreshIfOvertaken(),
    meta: { failed: 'form' },
  })
}
