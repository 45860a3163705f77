import { orderedBenefit, orderLabel } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { csvTime, toCsv } from '@/lib/csv'

const head = [
  'Order',
  'Benefit',
  'Status',
  'Delivery email',
  'Tokens',
  'Tokens returned',
  'Ordered',
  'Updated',
]

export function ordersCsv(orders: readonly OwnOrder[]): string {
  const rows = orders.map((order) => {
    const { name, tokens } = orderedBenefit(order)
    return [
      orderLabel(order),
      name,
      order.status,
      order.redemption_email ?? '',
      tokens,
      order.status === 'cancelled' ? tokens : 0,
      csvTime(order.created_at),
      csvTime(order.updated_at),
    ]
  })
  return toCsv(head, rows)
}
