import { HttpResponse, http } from 'msw'
import type { DeliveryStatus, OrderEvent } from '@/entities/deliveries/own'
import { OrderPage } from '@/features/member/orders/order/page'
import type { Tables } from '@/lib/tables'
import { order } from './builders.ts'
import { broken, serveProfile, serveRows } from './member-api.ts'
import { renderPage } from './render.tsx'
import { server } from './server.ts'

/** A delivered key of the benefit that `order` names; not read yet. */
export function deliveryStatus(over: Partial<DeliveryStatus> = {}): DeliveryStatus {
  return {
    method: 'key',
    kind: 'key',
    mask: 'KEYS-••••-4KQ8',
    message: null,
    instructions: null,
    delivered_at: '2026-11-20T10:00:00+00:00',
    read_at: null,
    file_name: null,
    file_size: null,
    file_type: null,
    items: 1,
    replaced_mask: null,
    next_report: 'open',
    reported_at: null,
    report_reason: null,
    report_due_at: null,
    answer: null,
    answer_text: null,
    answered_at: null,
    email: 'sent',
    ...over,
  }
}

type Served = {
  /** What can still be credited for delays. */
  creditLeft?: number
  order?: Partial<Tables<'orders'>> & { benefit?: object | null }
  status?: DeliveryStatus | null
  events?: OrderEvent[]
  /** What order_delivery() returns; nothing after a cancellation. */
  content?: string
}

/** Serves an order with what was delivered; tests change it through the returned object, which counts the readings. */
export function serveOrder({
  order: over = {},
  status = null,
  events = [],
  content,
  creditLeft = 20,
}: Served = {}) {
  const orders = serveRows('orders', [{ ...order({ id: orderId, ...over }), benefit: null, ...over }])
  const served = { orders, status, events, content, reads: 0, reports: [] as unknown[] }
  serveProfile()
  server.use(
    http.post('*/rest/v1/rpc/delivery_status', () => HttpResponse.json(served.status ? [served.status] : [])),
    http.post('*/rest/v1/rpc/late_credit_left', () => HttpResponse.json(creditLeft)),
    http.post('*/rest/v1/rpc/order_events', () => HttpResponse.json(served.events)),
    http.post('*/rest/v1/rpc/open_delivery', () => {
      served.reads += 1
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/rest/v1/rpc/order_delivery', () => {
      const { method, kind } = served.status ?? {}
      return HttpResponse.json(
        served.content === undefined ? [] : [{ method, kind, content: served.content }],
      )
    }),
  )
  return served
}

type Respond = (served: ReturnType<typeof serveOrder>) => Response | Promise<Response>

/** Responds to each report with the next of `responses`; records them. */
export function serveReports(served: ReturnType<typeof serveOrder>, ...responses: Respond[]) {
  server.use(
    http.post('*/rest/v1/rpc/report_delivery', async ({ request }) => {
      served.reports.push(await request.json())
      return (responses[served.reports.length - 1] ?? (() => broken()))(served)
    }),
  )
}

export const orderId = '00000000-0000-4000-9000-00000000c0de'

export const openOrder = (id = orderId) =>
  renderPage(<OrderPage />, { path: '/dashboard/orders/:id', route: `/dashboard/orders/${id}` })
