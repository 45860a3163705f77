import { HttpResponse, http } from 'msw'
import type { Operation } from '@/entities/operations/recent'
import type { SavedView } from '@/entities/orders/views'
import { server } from './server.ts'

type Note = { id: string; body: string; created_at: string; author: { name: string } | null }

/** What the desk of the orders shows beside them; may be changed while it is served. */
export type Desk = {
  views: SavedView[]
  /** Of each filter, by its JSON; 0 for others. */
  viewCounts: Record<string, number>
  notes: Note[]
  operations: Operation[]
  benefits: { id: string; name: string }[]
}

export const emptyDesk = (): Desk => ({ views: [], viewCounts: {}, notes: [], operations: [], benefits: [] })

/** Serves the desk, and returns what was assigned and written. */
export function serveDesk(desk: Desk) {
  const assigned: { p_ids: string[]; p_assign: boolean }[] = []
  const written: object[] = []
  server.use(
    http.get('*/rest/v1/admin_views', () => HttpResponse.json(desk.views)),
    http.post<never, SavedView>('*/rest/v1/admin_views', async ({ request }) => {
      const view = await request.json()
      written.push(view)
      desk.views.push({ ...view, id: `view-${desk.views.length}` })
      return new HttpResponse(null, { status: 201 })
    }),
    http.delete('*/rest/v1/admin_views', ({ request }) => {
      const id = new URL(request.url).searchParams.get('id')?.replace('eq.', '')
      desk.views = desk.views.filter((view) => view.id !== id)
      return HttpResponse.json([{ id }])
    }),
    http.post<never, { p_filters: object[] }>('*/rest/v1/rpc/view_counts', async ({ request }) => {
      const { p_filters } = await request.json()
      return HttpResponse.json(p_filters.map((filter) => desk.viewCounts[JSON.stringify(filter)] ?? 0))
    }),
    http.get('*/rest/v1/order_notes', () => HttpResponse.json(desk.notes)),
    http.post<never, { id: string; body: string }>('*/rest/v1/order_notes', async ({ request }) => {
      const { id, body } = await request.json()
      written.push({ id, body })
      desk.notes.push({ id, body, created_at: '2026-11-20T11:00:00Z', author: { name: 'Henrik Vos' } })
      return new HttpResponse(null, { status: 201 })
    }),
    http.post<never, (typeof assigned)[number]>('*/rest/v1/rpc/assign_orders', async ({ request }) => {
      const body = await request.json()
      assigned.push(body)
      return HttpResponse.json(body.p_ids.length)
    }),
    http.get('*/rest/v1/operations', () => HttpResponse.json(desk.operations)),
    http.get('*/rest/v1/benefits', () => HttpResponse.json(desk.benefits)),
  )
  return { assigned, written }
}
