import { HttpResponse, http } from 'msw'
import type { ReportDetails, SuspectBatch } from '@/entities/deliveries/reports'
import { uuid } from './builders.ts'
import { refusal } from './member-api.ts'
import { serveCall, server } from './server.ts'

type Served = ReportDetails & { earlier: number }

let made = 100

/** An open report of a key, due in `hours`. */
export function report(over: Partial<Served> = {}, hours = 13): Served {
  made += 1
  return {
    id: uuid(),
    number: made,
    reason: 'Refused as already used',
    outcome: 'open',
    answer: null,
    answer_text: null,
    answered_by: null,
    answered_at: null,
    created_at: '2026-11-20T10:00:00+00:00',
    due_at: new Date(Date.now() + hours * 3_600_000 + 60_000).toISOString(),
    order_id: uuid(),
    order_number: 'ORD-000231',
    order_status: 'delivered',
    price: 45,
    benefit_id: uuid(),
    benefit_name: 'Keystone Vault',
    method: 'key',
    mask: 'KEYS-••••-7Q2D',
    batch: 7,
    delivered_at: '2026-11-19T10:00:00+00:00',
    customer_id: uuid(),
    customer_name: 'Yuki Tanabe',
    customer_email: 'yuki@tanabe.example',
    can_replace: true,
    earlier: 0,
    ...over,
  }
}

export function suspectBatch(over: Partial<SuspectBatch> = {}): SuspectBatch {
  return {
    id: uuid(),
    benefit_id: uuid(),
    benefit_name: 'Keystone Vault',
    batch: 7,
    quarantined_at: '2026-11-20T17:42:00+00:00',
    keys: 40,
    delivered: 14,
    held: 26,
    reported: 3,
    other_keys_left: 60,
    ...over,
  }
}

type Answer = { p_report_id: string; p_answer: string; p_text: string }

const isOpen = ({ outcome, answer }: Served) => outcome === 'open' && answer === null

/** Serves reports and held batches to an admin: the same, open or all, to every search. Records searches, answers and decisions. */
export function serveReports(reports: Served[], batches: SuspectBatch[] = [], counts: object = {}) {
  const benefits = reports.map(({ benefit_id, benefit_name }) => ({ id: benefit_id, name: benefit_name }))
  const found = (id: string) => reports.find((row) => row.id === id)
  server.use(http.get('*/rest/v1/benefits', () => HttpResponse.json(benefits)))
  serveCall('report_counts', () => ({
    open: reports.filter(isOpen).length,
    due_within_hour: 0,
    in_30_days: reports.length,
    replaced_in_30_days: 0,
    median_hours: null,
    ...counts,
  }))
  serveCall<Answer>('report_details', ({ p_report_id }) => found(p_report_id) ?? null)
  serveCall('suspect_batches', () => batches)
  return {
    reports,
    searches: serveCall<{ p_open: boolean }>('search_reports', ({ p_open }) =>
      reports.filter((row) => !p_open || isOpen(row)),
    ),
    answers: serveCall<Answer>('answer_report', ({ p_report_id, p_answer }) => {
      const row = found(p_report_id)
      if (!row || !isOpen(row)) return refusal(409, 'report_closed')
      Object.assign(row, { answer: p_answer, answered_by: 'Ines', answered_at: '2026-11-21T10:00:00Z' })
    }),
    decisions: serveCall('decide_batch', () => void batches.splice(0)),
  }
}
