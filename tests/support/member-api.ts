import { HttpResponse, http } from 'msw'
import type { Database } from '@/lib/database.types'
import type { Tables } from '@/lib/tables'
import { profile } from './builders.ts'
import { filtered, selected } from './rest-rows.ts'
import { serveCall, server } from './server.ts'

type MySecondFactor = Database['public']['Functions']['my_second_factor']['Returns'][number]

/** A response of PostgREST: rows, and the number of all matches. */
export function rowsAnswer(rows: unknown[], count = rows.length) {
  const last = Math.max(rows.length - 1, 0)
  return HttpResponse.json(rows, { headers: { 'content-range': `0-${last}/${count}` } })
}

/** A refusal of PostgREST, as `raise exception ... using errcode` results in. */
export function refusal(
  status: number,
  message: string,
  details: string | null = null,
  code = `PT${status}`,
) {
  return HttpResponse.json({ code, message, details, hint: null }, { status })
}

/** A failure of the server that is not retried. */
export function broken() {
  const message = 'canceling statement due to statement timeout'
  return HttpResponse.json({ code: '57014', message, details: null, hint: null }, { status: 400 })
}

/** Serves the member's profile; tests change it through the returned object. */
export function serveProfile(over: Partial<Tables<'profiles'>> = {}) {
  const served = { profile: profile(over) }
  server.use(http.get('*/rest/v1/profiles', () => HttpResponse.json(served.profile)))
  if (served.profile.role === 'admin') serveMySecondFactor()
  return served
}

/** Serves what the database says about one's own second factor (D54). */
export function serveMySecondFactor(over: Partial<MySecondFactor> = {}) {
  const mine = { required: false, approved: false, recovery_codes: 0, ...over }
  serveCall('my_second_factor', () => mine)
  return mine
}

/** Serves a table as PostgREST does: filters, order, range, exact count, 1,000 rows at most. Records the queries. */
export function serveRows<Row extends object>(table: string, rows: Row[]) {
  const served = { rows, queries: [] as URLSearchParams[] }
  server.use(
    http.head(`*/rest/v1/${table}`, ({ request }) =>
      rowsAnswer([], filtered(served.rows, new URL(request.url).searchParams).length),
    ),
    http.get(`*/rest/v1/${table}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      served.queries.push(query)
      const count = filtered(served.rows, query).length
      const offset = Number(query.get('offset'))
      if (offset > 0 && offset >= count) return refusal(416, '', null, 'PGRST103')
      const found = selected(served.rows, query).slice(0, 1000)
      const isSingle = request.headers.get('accept')?.includes('pgrst.object')
      return isSingle ? HttpResponse.json(found[0]) : rowsAnswer(found, count)
    }),
  )
  return served
}

type Respond = () => Response | Promise<Response>

/** Responds to each new order with the next of `responses`; records the orders. */
export function servePlacing(...responses: Respond[]) {
  const sent: Partial<Tables<'orders'>>[] = []
  server.use(
    http.post('*/rest/v1/orders', async ({ request }) => {
      sent.push((await request.json()) as Partial<Tables<'orders'>>)
      return (responses[sent.length - 1] ?? broken)()
    }),
  )
  return sent
}
