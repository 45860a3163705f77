import { HttpResponse, http } from 'msw'
import type { Category } from '@/entities/benefits/categories'
import { uuid } from './builders.ts'
import { rowsAnswer } from './member-api.ts'
import { filtered } from './rest-rows.ts'
import { server } from './server.ts'

export function category(name: string, over: Partial<Category> = {}): Category {
  const at = '2026-08-01T09:00:00+00:00'
  return { id: uuid(), name, position: 1, created_at: at, updated_at: at, ...over }
}

type Sent = [method: string, body?: unknown]

/** Serves categories to an admin: the list, conditional writes, their order. Records what was sent. */
export function serveCategories(rows: Category[]) {
  const sent: Sent[] = []
  const found = (request: Request) => filtered(rows, new URL(request.url).searchParams)
  const isTaken = (name: string, id?: string) =>
    rows.some((row) => row.id !== id && row.name.toLowerCase() === name.toLowerCase())
  const duplicate = () => HttpResponse.json({ code: '23505' }, { status: 409 })

  server.use(
    http.get('*/rest/v1/categories', ({ request }) =>
      rowsAnswer(found(request).toSorted((a, b) => a.position - b.position)),
    ),
    http.post('*/rest/v1/categories', async ({ request }) => {
      const body = (await request.json()) as Category
      sent.push(['insert', body])
      if (isTaken(body.name)) return duplicate()
      rows.push(category(body.name, { ...body, position: rows.length + 1 }))
      return new HttpResponse(null, { status: 201 })
    }),
    http.patch('*/rest/v1/categories', async ({ request }) => {
      const { name } = (await request.json()) as Category
      sent.push(['update', name])
      const [row] = found(request)
      if (row && isTaken(name, row.id)) return duplicate()
      if (row) row.name = name
      return HttpResponse.json(row ? [{ id: row.id }] : [])
    }),
    http.delete('*/rest/v1/categories', ({ request }) => {
      const [row] = found(request)
      sent.push(['delete', row?.name])
      if (row) rows.splice(rows.indexOf(row), 1)
      return HttpResponse.json(row ? [{ id: row.id }] : [])
    }),
    http.post('*/rest/v1/rpc/order_categories', async ({ request }) => {
      const { p_ids } = (await request.json()) as { p_ids: string[] }
      sent.push(['order', p_ids.map((id) => rows.find((row) => row.id === id)?.name)])
      for (const row of rows) row.position = p_ids.indexOf(row.id) + 1
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { rows, sent }
}
