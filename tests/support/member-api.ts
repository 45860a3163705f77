import { HttpResponse, http } from 'msw'
import type { Tables } from '@/lib/tables'
import { profile } from './builders.ts'
import { filtered, selected } from './rest-rows.ts'
import { server } from './server.ts'

/** An answer of the REST layer: rows, and how many there are in all. */
export function rowsAnswer(rows: unknown[], count = rows.length) {
  const last = Math.max(rows.length - 1, 0)
  return HttpResponse.json(rows, { headers: { 'content-range': `0-${last}/${count}` } })
}

/** A refusal of the REST layer, as `raise exception ... using errcode` ends there. */
export function refusal(
  status: number,
  message: string,
  details: string | null = null,
  code = `PT${status}`,
) {
  return HttpResponse.json({ code, message, details, hint: null }, { status })
}

/** The server is there and broken: a failure that is not asked again. */
export function broken(message = 'canceling statement due to statement timeout') {
  return HttpResponse.json({ code: '57014', message, details: null, hint: null }, { status: 400 })
}

/** Serves the own profile; change what it answers through the object that comes back. */
export function serveProfile(over: Partial<Tables<'profiles'>> = {}) {
  const served = { profile: profile(over) }
  server.use(http.get('*/rest/v1/profiles', () => HttpResponse.json(served.profile)))
  return served
}

/** Serves a table as PostgREST does: filters, order, range, exact count, 1,000 rows at most. Records the queries. */
export function serveRows<Row extends object>(table: string, rows: Row[]) {
  const served = { rows, queries: [] as URLSearchParams[] }
  server.use(
    http.get(`*/rest/v1/${table}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      served.queries.push(query)
      const count = filtered(served.rows, query).length
      const offset = Number(query.get('offset'))
      if (offset > 0 && offset >= count) return refusal(416, '', null, 'PGRST103')
      return rowsAnswer(selected(served.rows, query).slice(0, 1000), count)
    }),
  )
  return served
}

type Answer = () => Response | Promise<Response>

/** Answers each order that is placed with the next of `answers`; records what was sent. */
export function servePlacing(...answers: Answer[]) {
  const sent: Partial<Tables<'orders'>>[] = []
  server.use(
    http.post('*/rest/v1/orders', async ({ request }) => {
      sent.push((await request.json()) as Partial<Tables<'orders'>>)
      return (answers[sent.length - 1] ?? broken)()
    }),
  )
  return sent
}
