import { HttpResponse, http } from 'msw'
import type { PersonFigures, PersonMessage, PersonNote, PersonReport } from '@/entities/profiles/admin-person'
import type { Tables } from '@/lib/tables'
import { serveRows } from './member-api.ts'
import { server } from './server.ts'

type Has = {
  orders?: Tables<'orders'>[]
  entries?: Tables<'token_transactions'>[]
  codes?: Tables<'redeem_codes'>[]
  figures?: Partial<PersonFigures>
  reports?: PersonReport[]
  notes?: PersonNote[]
  messages?: PersonMessage[]
  factors?: number
  awaitsApproval?: boolean
}

export const quiet: PersonFigures = {
  received: 112,
  spent: 25,
  open_orders: 0,
  late_orders: 0,
  reports: 0,
  open_reports: 0,
  notes: 0,
  messages: 0,
  unread_notices: 0,
  given_up_emails: 0,
  given_up_error: null,
  confirmed_at: '2026-01-02T10:00:00Z',
  last_sign_in_at: '2026-11-20T10:00:00Z',
}

/** Serves what the panel shows of one person. */
export function servePerson(id: string, has: Has) {
  const {
    orders = [],
    entries = [],
    codes = [],
    figures,
    reports = [],
    notes = [],
    messages = [],
    factors = 0,
    awaitsApproval = false,
  } = has
  const counts = { reports: reports.length, notes: notes.length, messages: messages.length }
  server.use(
    http.post('*/rest/v1/rpc/second_factors_of', () =>
      HttpResponse.json({ authenticators: factors, awaits_approval: awaitsApproval }),
    ),
    http.post('*/rest/v1/rpc/person_figures', () => HttpResponse.json({ ...quiet, ...counts, ...figures })),
    http.post('*/rest/v1/rpc/person_reports', () => HttpResponse.json(reports)),
    http.post('*/rest/v1/rpc/person_notes', () => HttpResponse.json(notes)),
    http.post('*/rest/v1/rpc/person_messages', () => HttpResponse.json(messages)),
  )
  const placed = orders.map((order) => ({ ...order, user_id: id, benefit: null }))
  const orderOf = ({ order_id }: Tables<'token_transactions'>) =>
    placed.find((order) => order.id === order_id)
  serveRows('orders', placed)
  serveRows(
    'token_transactions',
    entries.map((entry) => ({
      ...entry,
      account_id: id,
      order: orderOf(entry) ?? null,
      code: codes.find((code) => code.id === entry.redeem_code_id) ?? null,
    })),
  )
}
