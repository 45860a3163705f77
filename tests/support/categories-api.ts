import { HttpResponse, http } from 'msw'
import type { Category } from '@/entities/benefits/categories'
import { uuid } from './builders.ts'
import { filtered } from './rest-rows.ts'
import { serveCall, server } from './server.ts'

export function category(name: string, over: Partial<Category> = {}): Category {
  const at = '2026-08-01T09:00:00+00:00'
  return { id: uuid(), name, position: 1, created_at: at, updated_at: at, ...over }
}

/** Serves categories to an admin: the list, writes on condition, their order. Records what was sent. */
export function serveCategories(rows: Category[]) {
  const sent: [method: string, body: unknown][] = []
  const url = '*/rest/v1/categories'
  const found = (request: Request) => filtered(rows, new URL(request.url).searchParams)

  server.use(
    http.get(url, ({ request }) =>
      HttpResponse.json(found(request).toSorted((a, b) => a.position - b.position)),
    ),
    http.post<never, Category>(url, async ({ request }) => {
      const body = await request.json()
      sent.push(['insert', body])
      rows.push(category(body.name, { ...body, position: rows.length + 1 }))
      return new HttpResponse(null, { status: 201 })
    }),
    http.patch<never, Category>(url, async ({ request }) => {
      const { name } = await request.json()
      sent.push(['update', name])
      const [row] = found(request)
      if (row) row.name = name
      return HttpResponse.json(row ? [{ id: row.id }] : [])
    }),
    http.delete(url, ({ request }) => {
      const [row] = found(request)
      sent.push(['delete', row?.name])
      if (row) rows.splice(rows.indexOf(row), 1)
      return HttpResponse.json(row ? [{ id: row.id }] : [])
    }),
  )
  serveCall<{ p_ids: string[] }>('order_categories', ({ p_ids }) => {
    sent.push(['order', p_ids.map((id) => rows.find((row) => row.id === id)?.name)])
    for (const row of rows) row.position = p_ids.indexOf(row.id) + 1
  })
  return { rows, sent }
}
