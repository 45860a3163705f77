import { orderedBenefit, orderLabel } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { csvTime, rowsToCsv } from '@/lib/csv'

export function ordersCsv(orders: readonly OwnOrder[]): string {
  return rowsToCsv(orders, {
    Order: orderLabel,
    Benefit: (order) => orderedBenefit(order).name,
    Status: ({ status }) => status,
    'Delivery email': ({ redemption_email }) => redemption_email,
    Tokens: (order) => orderedBenefit(order).tokens,
    'Tokens returned': (order) => (order.status === 'cancelled' ? orderedBenefit(order).tokens : 0),
    Ordered: ({ created_at }) => csvTime(created_at),
    Updated: ({ updated_at }) => csvTime(updated_at),
  })
}
