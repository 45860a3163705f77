import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderedBenefit, orderLabel } from '@/entities/orders/order'
import { csvTime, toCsv } from '@/lib/csv'
import { customerOf } from './customer'

const head = [
  'Order number',
  'Customer',
  'Email',
  'Benefit',
  'Tokens',
  'Status',
  'Delivery email',
  'Ordered',
  'Due',
  'Updated',
]

/** Erased data is an empty cell (D12, D22). */
export function ordersCsv(orders: readonly AdminOrder[]): string {
  const rows = orders.map((order) => {
    const customer = customerOf(order)
    const { name, tokens } = orderedBenefit(order)
    return [
      orderLabel(order),
      customer?.name ?? 'Deleted user',
      customer?.email ?? '',
      name,
      tokens,
      order.status,
      order.redemption_email ?? '',
      csvTime(order.created_at),
      order.due_at === null ? '' : csvTime(order.due_at),
      csvTime(order.updated_at),
    ]
  })
  return toCsv(head, rows)
}
