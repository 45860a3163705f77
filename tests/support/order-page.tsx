import type { DeliveryStatus, OrderEvent } from '@/entities/deliveries/own'
import { OrderPage } from '@/features/member/orders/order/page'
import type { Tables } from '@/lib/tables'
import { order } from './builders.ts'
import { serveProfile, serveRows } from './member-api.ts'
import { renderPage } from './render.tsx'
import { serveCall } from './server.ts'

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

type Row = Partial<Tables<'orders'>> & {
  benefit?: object | null
  made_by?: object | null
  delivery_kind?: string | null
}

type Served = {
  /** What can still be credited for delays. */
  creditLeft?: number
  order?: Row
  status?: DeliveryStatus | null
  events?: OrderEvent[]
  /** What order_delivery() returns; nothing after a cancellation. */
  content?: string
}

export const orderId = '00000000-0000-4000-9000-00000000c0de'

/** Serves an order with what was delivered; tests change it through the returned object, which records the readings. */
export function serveOrder({
  order: over,
  status = null,
  events = [],
  content,
  creditLeft = 20,
}: Served = {}) {
  const computed = { benefit: null, made_by: null, delivery_kind: status && (status.kind ?? 'message') }
  const orders = serveRows('orders', [{ ...order({ id: orderId }), ...computed, ...over }])
  const served = {
    orders,
    status,
    content,
    calls: [] as string[],
    /** Changes the order, and what was delivered if it is given. */
    set: (changes: Row, delivered?: DeliveryStatus): void => {
      Object.assign(orders.rows[0] ?? {}, changes)
      served.status = delivered ?? served.status
    },
  }
  serveProfile()
  serveCall('delivery_status', () => (served.status ? [served.status] : []))
  serveCall('late_credit_left', () => creditLeft)
  serveCall('order_events', () => events)
  serveCall('open_delivery', () => void served.calls.push('open'))
  serveCall('order_delivery', () => {
    served.calls.push('read')
    const { method, kind } = served.status ?? {}
    return served.content === undefined ? [] : [{ method, kind, content: served.content }]
  })
  return served
}

export const openOrder = (id = orderId) =>
  renderPage(<OrderPage />, { path: '/dashboard/orders/:id', route: `/dashboard/orders/${id}` })
