import { http } from 'msw'
import type { PersonMessage, PersonNote, PersonReport, PersonStats } from '@/entities/profiles/admin-person'
import type { Tables } from '@/lib/tables'
import { rowsAnswer } from './member-api.ts'
import { serveCall, server } from './server.ts'

type Entry = Tables<'token_transactions'> & { order?: object; code?: object }
type Has = {
  orders?: (Tables<'orders'> & { benefit: null })[]
  ledger?: Entry[]
  /** The entries of codes. */
  codes?: Entry[]
  payments?: Tables<'payments'>[]
  reports?: PersonReport[]
  notes?: PersonNote[]
  messages?: PersonMessage[]
  figures?: Partial<PersonStats>
  factors?: number
  awaitsApproval?: boolean
}

export const quiet: PersonStats = {
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

/** Serves what the panel shows of one person; returns what was asked for of its lists. */
export function servePerson({ figures, factors = 0, awaitsApproval = false, ...rows }: Has = {}) {
  const { orders = [], ledger = [], codes = [], payments = [] } = rows
  const { reports = [], notes = [], messages = [] } = rows
  const asked: object[] = []
  const counts = { reports: reports.length, notes: notes.length, messages: messages.length }
  const list = (name: string, found: object[]) =>
    serveCall(name, (body) => {
      asked.push(body)
      return found
    })
  const table = (name: string, of: (query: URLSearchParams) => object[]) =>
    http.all(`*/rest/v1/${name}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const found = of(query)
      if (request.method === 'HEAD') return rowsAnswer([], found.length)
      query.delete('select')
      asked.push(Object.fromEntries(query))
      return rowsAnswer(found)
    })
  serveCall('second_factors_of', () => ({ authenticators: factors, awaits_approval: awaitsApproval }))
  serveCall('person_figures', () => ({ ...quiet, ...counts, ...figures }))
  list('person_reports', reports)
  list('person_notes', notes)
  list('person_messages', messages)
  server.use(
    table('orders', () => orders),
    table('payments', () => payments),
    table('token_transactions', (query) => (query.has('redeem_code_id') ? codes : ledger)),
  )
  return asked
}
