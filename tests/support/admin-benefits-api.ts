import { HttpResponse, http } from 'msw'
import type { AdminBenefit as Benefit } from '@/entities/benefits/admin-list'
import { benefit } from './builders.ts'
import { serveCategories } from './categories-api.ts'
import { rowsAnswer } from './member-api.ts'
import { filtered, selected } from './rest-rows.ts'
import { server } from './server.ts'

type Figures = Record<string, { orders: number; tokens: number }>
type Sent = { method: 'insert' | 'update' | 'set stock' | 'delete'; id?: string; body?: Partial<Benefit> }

let clock = 0

/** A new time, as the database's trigger writes it. */
function tick(): string {
  clock += 1
  return `2026-11-21T09:00:00.${String(clock).padStart(6, '0')}+00:00`
}

const condition = (query: URLSearchParams, column: string) => query.get(column)?.replace('eq.', '')

/** Serves benefits to an admin: list, counts, one row, and conditional writes. Records what was requested and sent. */
export function serveAdminBenefits(rows: Benefit[], count?: number, figures: Figures = {}) {
  serveCategories([])
  const served = {
    sent: [] as Sent[],
    lists: [] as URLSearchParams[],
    changeElsewhere(row: Benefit, changes: Partial<Benefit>) {
      Object.assign(row, changes, { updated_at: tick() })
    },
  }
  const found = (query: URLSearchParams) => filtered(rows, query)[0]
  const asked = (request: Request) => new URL(request.url).searchParams
  const answer = (row: Benefit | undefined) => HttpResponse.json(row ? [{ id: row.id }] : [])

  server.use(
    http.post<never, { p_benefits: string[] }>('*/rest/v1/rpc/benefit_figures', async ({ request }) => {
      const { p_benefits } = await request.json()
      return HttpResponse.json(
        p_benefits.map((id) => ({ benefit_id: id, orders: 0, tokens: 0, ...figures[id] })),
      )
    }),
    http.head('*/rest/v1/benefits', ({ request }) => {
      return rowsAnswer([], count ?? filtered(rows, asked(request)).length)
    }),
    http.get('*/rest/v1/benefits', ({ request }) => {
      const query = asked(request)
      if (query.has('id')) return HttpResponse.json(filtered(rows, query))
      served.lists.push(query)
      return rowsAnswer(selected(rows, query))
    }),
    http.post('*/rest/v1/benefits', async ({ request }) => {
      const body = (await request.json()) as Benefit
      if (rows.some(({ id }) => id === body.id)) return HttpResponse.json({ code: '23505' }, { status: 409 })
      served.sent.push({ method: 'insert', body })
      rows.unshift(benefit({ ...body, updated_at: tick() }))
      return new HttpResponse(null, { status: 201 })
    }),
    http.patch('*/rest/v1/benefits', async ({ request }) => {
      const body = (await request.json()) as Partial<Benefit>
      const row = found(asked(request))
      served.sent.push({ method: 'update', id: condition(asked(request), 'id'), body })
      if (row) Object.assign(row, body, { updated_at: tick() })
      return answer(row)
    }),
    http.post<never, { p_benefit_id: string; p_stock?: number; p_expected?: number }>(
      '*/rest/v1/rpc/set_stock',
      async ({ request }) => {
        const { p_benefit_id: id, p_stock: stock = null, p_expected = null } = await request.json()
        const row = rows.find((one) => one.id === id && one.stock === p_expected)
        served.sent.push({ method: 'set stock', id, body: { stock } })
        if (row) row.stock = stock
        return HttpResponse.json(row !== undefined)
      },
    ),
    http.delete('*/rest/v1/benefits', ({ request }) => {
      const row = found(asked(request))
      served.sent.push({ method: 'delete', id: condition(asked(request), 'id') })
      if (row) rows.splice(rows.indexOf(row), 1)
      return answer(row)
    }),
  )
  return served
}
