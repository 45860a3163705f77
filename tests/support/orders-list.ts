import type { AdminOrder } from '@/entities/orders/admin-list'
import type { Database } from '@/lib/database.types'

export type OrderSearch = Database['public']['Functions']['search_orders']['Args']
type Key = Pick<AdminOrder, 'created_at' | 'id'>

/** Below 0 where `a` is older than `b`; orders of the same time go by id. */
function age(a: Key, b: Key): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || a.id.localeCompare(b.id)
}

const bounds: Record<string, (gap: number) => boolean> = {
  gte: (gap) => gap >= 0,
  lte: (gap) => gap <= 0,
  lt: (gap) => gap < 0,
}

/** What the REST layer answers for orders: status, times, the `or=` of a key, sort and range. */
export function listed(orders: readonly AdminOrder[], query: URLSearchParams): AdminOrder[] {
  const status = query.get('status')?.replace('eq.', '')
  const [, side, value, id] =
    query.get('or')?.match(/^\(created_at\.(lt|gt)\.(.+),id\.(?:lt|gt)\.(.+)\)$/) ?? []
  const rows = orders.filter(
    (order) =>
      (!status || order.status === status) &&
      query.getAll('created_at').every((filter) => {
        const dot = filter.indexOf('.')
        return bounds[filter.slice(0, dot)]?.(
          Date.parse(order.created_at) - Date.parse(filter.slice(dot + 1)),
        )
      }) &&
      (!value || !id || age(order, { created_at: value, id }) * (side === 'lt' ? -1 : 1) > 0),
  )
  rows.sort((a, b) => age(a, b) * (query.get('order')?.startsWith('created_at.asc') ? 1 : -1))
  const offset = Number(query.get('offset') ?? 0)
  return rows.slice(offset, offset + Number(query.get('limit') ?? 1000))
}

/** The orders that `search_orders` and `count_orders` mean, before any key. */
export function matching(orders: readonly AdminOrder[], asked: Partial<OrderSearch>): AdminOrder[] {
  const { p_search = '', p_status, p_from, p_to } = asked
  return orders.filter(
    ({ order_number, customer_name, customer_email, benefit_name, status, created_at }) =>
      `${order_number}\n${customer_name}\n${customer_email}\n${benefit_name}`
        .toLowerCase()
        .includes(p_search.toLowerCase()) &&
      (!p_status || status === (p_status === 'overdue' ? 'pending' : p_status)) &&
      (!p_from || Date.parse(created_at) >= Date.parse(p_from)) &&
      (!p_to || Date.parse(created_at) < Date.parse(p_to)),
  )
}

/** What `search_orders` answers: those beyond the key, in the order of the list or in reverse. */
export function searched(orders: readonly AdminOrder[], asked: OrderSearch): AdminOrder[] {
  const { p_key_value, p_key_id, p_reverse = false, p_limit = 26 } = asked
  const way = p_reverse ? 1 : -1
  const key = p_key_value && p_key_id ? { created_at: p_key_value, id: p_key_id } : undefined
  return matching(orders, asked)
    .filter((order) => !key || age(order, key) * way > 0)
    .sort((a, b) => age(a, b) * way)
    .slice(0, p_limit)
}
