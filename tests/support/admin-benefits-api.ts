import { HttpResponse, http } from 'msw'
import type { AdminBenefit as Benefit } from '@/entities/benefits/admin-list'
import { benefit } from './builders.ts'
import { serveCategories } from './categories-api.ts'
import { rowsAnswer } from './member-api.ts'
import { filtered } from './rest-rows.ts'
import { serveCall, server } from './server.ts'

type Figures = Record<
  string,
  { orders?: number; tokens?: number; open_orders?: number; keys_left?: number | null }
>
type Sent = { method: 'insert' | 'update' | 'delete'; id?: string; body?: Partial<Benefit> }

let clock = 0

/** A new time, as the database's trigger writes it. */
function tick(): string {
  clock += 1
  return `2026-11-21T09:00:00.${String(clock).padStart(6, '0')}+00:00`
}

/** Serves benefits to an admin: the same rows to every list, one row, and writes on condition. Records what was requested and sent. */
export function serveAdminBenefits(rows: Benefit[], figures: Figures = {}) {
  serveCategories([])
  const sent: Sent[] = []
  const lists: URLSearchParams[] = []
  const url = '*/rest/v1/benefits'
  const queryOf = (request: Request) => new URL(request.url).searchParams
  const idOf = (request: Request) => queryOf(request).get('id')?.replace('eq.', '')
  const found = (request: Request) => filtered(rows, queryOf(request))[0]
  const idRows = (row: Benefit | undefined) => HttpResponse.json(row ? [{ id: row.id }] : [])

  const none = { orders: 0, tokens: 0, open_orders: 0, keys_left: null }
  serveCall<{ p_benefits: string[] }>('benefit_figures', ({ p_benefits }) =>
    p_benefits.map((benefit_id) => ({ benefit_id, ...none, ...figures[benefit_id] })),
  )
  server.use(
    http.head(url, ({ request }) => {
      const category = queryOf(request).get('category_id')?.replace('eq.', '')
      return rowsAnswer([], rows.filter((row) => !category || row.category_id === category).length)
    }),
    http.get(url, ({ request }) => {
      const id = idOf(request)
      if (id) return HttpResponse.json(rows.filter((row) => row.id === id))
      lists.push(queryOf(request))
      return HttpResponse.json(rows)
    }),
    http.post<never, Benefit>(url, async ({ request }) => {
      const body = await request.json()
      if (rows.some(({ id }) => id === body.id)) return HttpResponse.json({ code: '23505' }, { status: 409 })
      sent.push({ method: 'insert', body })
      rows.unshift(benefit({ ...body, updated_at: tick() }))
      return new HttpResponse(null, { status: 201 })
    }),
    http.patch<never, Partial<Benefit>>(url, async ({ request }) => {
      const body = await request.json()
      const row = found(request)
      sent.push({ method: 'update', id: idOf(request), body })
      if (row) Object.assign(row, body, { updated_at: tick() })
      return idRows(row)
    }),
    http.delete(url, ({ request }) => {
      const row = found(request)
      sent.push({ method: 'delete', id: idOf(request) })
      if (row) rows.splice(rows.indexOf(row), 1)
      return idRows(row)
    }),
  )
  return {
    sent,
    lists,
    changeElsewhere(row: Benefit, changes: Partial<Benefit>) {
      Object.assign(row, changes, { updated_at: tick() })
    },
  }
}
