import { HttpResponse, http } from 'msw'
import type { SuspectBatch } from '@/entities/deliveries/answer-report'
import type { ReportDetails } from '@/entities/deliveries/reports'
import { uuid } from './builders.ts'
import { refusal } from './member-api.ts'
import { server } from './server.ts'

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

type Search = {
  p_benefit_id?: string
  p_open: boolean
  p_search?: string
  p_key_id?: string
  p_reverse?: boolean
  p_limit: number
}
type Answer = { p_report_id: string; p_answer: string; p_text: string }

/** Serves reports and held batches to an admin; records the answers and decisions. */
export function serveReports(reports: Served[], batches: SuspectBatch[] = [], counts: object = {}) {
  const answers: Answer[] = []
  const decisions: object[] = []
  const isOpen = ({ outcome, answer }: Served) => outcome === 'open' && answer === null
  const rpc = <Body extends object>(name: string, respond: (body: Body, request: Request) => Response) =>
    http.post<never, Body>(`*/rest/v1/rpc/${name}`, async ({ request }) =>
      respond(await request.clone().json(), request),
    )
  server.use(
    rpc<Search>('search_reports', (asked, request) => {
      const { p_benefit_id, p_open, p_search = '', p_key_id, p_reverse, p_limit } = asked
      const time = (row: Served) => Date.parse(p_open ? row.due_at : row.created_at)
      const found = reports
        .filter((row) => !p_open || isOpen(row))
        .filter(({ benefit_id }) => !p_benefit_id || benefit_id === p_benefit_id)
        .filter(({ order_number, customer_name, benefit_name }) =>
          `${order_number} ${customer_name} ${benefit_name}`.toLowerCase().includes(p_search.toLowerCase()),
        )
        .sort((a, b) => (p_open ? time(a) - time(b) : time(b) - time(a)))
      if (p_reverse) found.reverse()
      const at = found.findIndex(({ id }) => id === p_key_id) + 1
      const offset = Number(new URL(request.url).searchParams.get('offset') ?? 0)
      return HttpResponse.json(found.slice(at, at + p_limit).slice(offset))
    }),
    rpc('report_counts', () =>
      HttpResponse.json({
        open: reports.filter(isOpen).length,
        due_within_hour: 0,
        in_30_days: reports.length,
        replaced_in_30_days: 0,
        median_hours: null,
        ...counts,
      }),
    ),
    rpc<{ p_report_id: string }>('report_details', ({ p_report_id }) =>
      HttpResponse.json(reports.find(({ id }) => id === p_report_id) ?? null),
    ),
    rpc<Answer>('answer_report', (body) => {
      answers.push(body)
      const found = reports.find(({ id }) => id === body.p_report_id)
      if (!found || !isOpen(found)) return refusal(409, 'report_closed')
      Object.assign(found, {
        answer: body.p_answer,
        answered_at: '2026-11-21T10:00:00Z',
        answered_by: 'Ines',
      })
      return new HttpResponse(null, { status: 204 })
    }),
    rpc('suspect_batches', () => HttpResponse.json(batches)),
    rpc('decide_batch', (body) => {
      decisions.push(body)
      batches.splice(0)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { reports, batches, answers, decisions }
}
