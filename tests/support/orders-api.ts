import { HttpResponse, http } from 'msw'
import type { DeliveryDetails } from '@/entities/deliveries/admin-order'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderStatuses } from '@/entities/orders/order'
import type { Database } from '@/lib/database.types'
import { order } from './builders.ts'
import { type Desk, emptyDesk, serveDesk } from './desk-api.ts'
import { filtered, selected } from './rest-rows.ts'
import { server } from './server.ts'

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

/**
 * Serves orders to an admin: lists by status, searches that find all, counts, and changes of an unchanged order. What it serves
 * may be changed through the object that was given; what was requested and sent is returned.
 */
export function serveOrders(served: Served) {
  const lists: URLSearchParams[] = []
  const searches: OrderSearch[] = []
  const counted: OrderFilter[] = []
  const updates: Change[] = []

  server.use(
    http.get('*/rest/v1/orders', ({ request }) => {
      const query = new URL(request.url).searchParams
      if (query.has('id')) return HttpResponse.json(filtered(served.orders, query))
      lists.push(query)
      return HttpResponse.json(selected(served.orders, query))
    }),
    http.post<never, OrderSearch>('*/rest/v1/rpc/search_orders', async ({ request }) => {
      const body = await request.json()
      searches.push(body)
      // All of them are on the first page.
      return HttpResponse.json(body.p_key_id ? [] : served.orders)
    }),
    http.post<never, Pick<OrderSearch, 'p_filter'>>('*/rest/v1/rpc/count_orders', async ({ request }) => {
      const body = await request.json()
      counted.push(body.p_filter)
      return HttpResponse.json(served.matches ?? served.orders.length)
    }),
    http.post('*/rest/v1/rpc/order_counts', () => {
      const count = (status: string) => served.orders.filter((entry) => entry.status === status).length
      return HttpResponse.json(
        orderStatuses.map((status) => ({
          status,
          count: served.counts?.[status] ?? count(status),
        })),
      )
    }),
    http.post<never, Change>('*/rest/v1/rpc/change_order', async ({ request }) => {
      const change = await request.json()
      updates.push(change)
      const entry = served.orders.find(({ id }) => id === change.p_order_id)
      if (!entry || entry.updated_at !== change.p_updated_at || entry.status === change.p_status)
        return HttpResponse.json({ code: 'PT409', message: 'order_changed' }, { status: 409 })
      Object.assign(entry, { status: change.p_status, updated_at: new Date().toISOString() })
      const undo_until = new Date(Date.now() + 3_600_000).toISOString()
      return HttpResponse.json({ operation_id: `change-${updates.length}`, undo_until })
    }),
    http.post('*/rest/v1/rpc/settle_operation', () => HttpResponse.json(null)),
    http.post('*/rest/v1/rpc/delivery_details', () => HttpResponse.json(served.delivery ?? noDelivery)),
    http.post('*/rest/v1/rpc/order_history', () => HttpResponse.json(served.history ?? [])),
  )
  const desk = Object.assign(emptyDesk(), served.desk)
  return { lists, searches, counted, updates, desk, ...serveDesk(desk) }
}
