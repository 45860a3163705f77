import { HttpResponse, http } from 'msw'
import type { AdminOrder } from '@/entities/admin-orders'
import { order } from './builders.ts'
import { server } from './server.ts'

type Change = { at: string; actor_name: string | null; from_status: string; to_status: string }
type Served = {
  orders: AdminOrder[]
  /** How many match in all, if that is more than `orders`. */
  matches?: number
  counts?: Record<string, number>
  overdue?: number
  history?: Change[]
}

/** An order as admins read it, with its linked profile. */
export function adminOrder(over: Partial<AdminOrder> = {}): AdminOrder {
  return {
    ...order(),
    profile: { name: 'Tamsin Ferreira', email: 'tamsin@ferreira.example' },
    benefit: null,
    ...over,
  }
}

/** Serves orders to an admin; answers the lists that were asked for and the updates that were sent. */
export function serveOrders(served: Served) {
  const lists: URLSearchParams[] = []
  const updates: { id: string | null; body: unknown }[] = []
  const id = (url: URL) => url.searchParams.get('id')?.replace('eq.', '') ?? null

  server.use(
    http.head('*/rest/v1/orders', ({ request }) => {
      const query = new URL(request.url).searchParams
      const count = query.has('due_at')
        ? (served.overdue ?? 0)
        : (served.counts?.[query.get('status')?.replace('eq.', '') ?? ''] ?? 0)
      return new HttpResponse(null, { headers: { 'content-range': `*/${count}` } })
    }),
    http.get('*/rest/v1/orders', ({ request }) => {
      const url = new URL(request.url)
      if (id(url)) {
        const one = served.orders.find((entry) => entry.id === id(url))
        return one
          ? HttpResponse.json(one)
          : HttpResponse.json({ code: 'PGRST116', message: '' }, { status: 406 })
      }
      lists.push(url.searchParams)
      const count = served.matches ?? served.orders.length
      return HttpResponse.json(served.orders, { headers: { 'content-range': `0-24/${count}` } })
    }),
    http.patch('*/rest/v1/orders', async ({ request }) => {
      const target = id(new URL(request.url))
      const body = (await request.json()) as Partial<AdminOrder>
      updates.push({ id: target, body })
      served.orders = served.orders.map((entry) => (entry.id === target ? { ...entry, ...body } : entry))
      return HttpResponse.json({ id: target })
    }),
    http.post('*/rest/v1/rpc/order_history', () => HttpResponse.json(served.history ?? [])),
  )
  return { lists, updates }
}
