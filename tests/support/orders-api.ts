import { HttpResponse, http } from 'msw'
import type { DeliveryDetails } from '@/entities/deliveries/admin-order'
import type { Operation } from '@/entities/operations/recent'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderStatuses } from '@/entities/orders/order'
import type { SavedView } from '@/entities/orders/views'
import type { Database } from '@/lib/database.types'
import { order } from './builders.ts'
import { refusal } from './member-api.ts'
import { filtered, selected } from './rest-rows.ts'
import { serveCall, server } from './server.ts'

type OrderFilter = { search?: string; status?: string; from?: string; to?: string }
type OrderSearch = Omit<Database['public']['Functions']['search_orders']['Args'], 'p_filter'> & {
  p_filter: OrderFilter
}
type HistoryLine = { at: string; actor_name: string | null; from_status: string; to_status: string }
type Change = Database['public']['Functions']['change_order']['Args']
type Served = {
  orders: AdminOrder[]
  /** The number of all matches, if more than `orders`. */
  matches?: number
  /** The counts by status, if more than `orders`. */
  counts?: Record<string, number>
  /** The latest change first. */
  history?: HistoryLine[]
  delivery?: Partial<DeliveryDetails>
  desk?: Partial<Desk>
}

export const noDelivery: Partial<DeliveryDetails> = { delivered_at: null, waits_until: null }

/** An order as admins read it, with its linked profile. */
export function adminOrder(over: Partial<AdminOrder> = {}): AdminOrder {
  return {
    ...order(),
    profile: { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example', current_tokens: 87 },
    benefit: null,
    desk: null,
    ...over,
  }
}

/** `count` orders, one per hour; ORD-000001 is the newest. */
export function adminOrders(count: number, over: Partial<AdminOrder> = {}): AdminOrder[] {
  const newest = Date.parse('2026-11-20T10:00:00Z')
  return Array.from({ length: count }, (_, index) =>
    adminOrder({
      order_number: `ORD-${String(index + 1).padStart(6, '0')}`,
      created_at: new Date(newest - index * 3_600_000).toISOString(),
      ...over,
    }),
  )
}

/** What stands beside the orders; may be changed while it is served. */
type Desk = {
  views: SavedView[]
  /** Of each filter, by its JSON; 0 for others. */
  viewCounts: Record<string, number>
  notes: { id: string; body: string; created_at: string; author: { name: string } | null }[]
  operations: Operation[]
  benefits: { id: string; name: string }[]
}

/** Serves the desk, and returns what was assigned and written. */
function serveDesk(desk: Desk) {
  const written: object[] = []
  const created = () => new HttpResponse(null, { status: 201 })
  server.use(
    http.get('*/rest/v1/admin_views', () => HttpResponse.json(desk.views)),
    http.post<never, SavedView>('*/rest/v1/admin_views', async ({ request }) => {
      const view = await request.json()
      written.push(view)
      desk.views.push({ ...view, id: `view-${desk.views.length}` })
      return created()
    }),
    http.delete('*/rest/v1/admin_views', ({ request }) => {
      const id = new URL(request.url).searchParams.get('id')?.replace('eq.', '')
      desk.views = desk.views.filter((view) => view.id !== id)
      return HttpResponse.json([{ id }])
    }),
    http.get('*/rest/v1/order_notes', () => HttpResponse.json(desk.notes)),
    http.post<never, { id: string; body: string }>('*/rest/v1/order_notes', async ({ request }) => {
      const { id, body } = await request.json()
      written.push({ id, body })
      desk.notes.push({ id, body, created_at: '2026-11-20T11:00:00Z', author: { name: 'Henrik Vos' } })
      return created()
    }),
    http.get('*/rest/v1/operations', () => HttpResponse.json(desk.operations)),
    http.get('*/rest/v1/benefits', () => HttpResponse.json(desk.benefits)),
  )
  serveCall<{ p_filters: object[] }>('view_counts', ({ p_filters }) =>
    p_filters.map((filter) => desk.viewCounts[JSON.stringify(filter)] ?? 0),
  )
  const assigned = serveCall<{ p_ids: string[]; p_assign: boolean }>(
    'assign_orders',
    (body) => body.p_ids.length,
  )
  return { assigned, written }
}

/**
 * Serves orders to an admin: lists by status, searches that find all, counts, and changes of an unchanged order. What it serves
 * may be changed through the object that was given; what was requested and sent is returned.
 */
export function serveOrders(served: Served) {
  const lists: URLSearchParams[] = []
  const counted: OrderFilter[] = []
  server.use(
    http.get('*/rest/v1/orders', ({ request }) => {
      const query = new URL(request.url).searchParams
      if (query.has('id')) return HttpResponse.json(filtered(served.orders, query))
      lists.push(query)
      return HttpResponse.json(selected(served.orders, query))
    }),
  )
  // All of them are on the first page.
  const searches = serveCall<OrderSearch>('search_orders', (body) => (body.p_key_id ? [] : served.orders))
  serveCall<Pick<OrderSearch, 'p_filter'>>('count_orders', ({ p_filter }) => {
    counted.push(p_filter)
    return served.matches ?? served.orders.length
  })
  const count = (status: string) => served.orders.filter((entry) => entry.status === status).length
  serveCall('order_counts', () =>
    orderStatuses.map((status) => ({ status, count: served.counts?.[status] ?? count(status) })),
  )
  const updates: Change[] = serveCall<Change>('change_order', (change) => {
    const entry = served.orders.find(({ id }) => id === change.p_order_id)
    if (!entry || entry.updated_at !== change.p_updated_at || entry.status === change.p_status)
      return refusal(409, 'order_changed')
    Object.assign(entry, { status: change.p_status, updated_at: new Date().toISOString() })
    const undo_until = new Date(Date.now() + 3_600_000).toISOString()
    return { operation_id: `change-${updates.length}`, undo_until }
  })
  serveCall('settle_operation', () => null)
  serveCall('delivery_details', () => served.delivery ?? noDelivery)
  serveCall('order_history', () => served.history ?? [])
  const desk: Desk = { views: [], viewCounts: {}, notes: [], operations: [], benefits: [], ...served.desk }
  return { lists, searches, counted, updates, desk, ...serveDesk(desk) }
}
