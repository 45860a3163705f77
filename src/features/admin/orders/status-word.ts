import type { OrderStatus } from '@/entities/orders'

/** A status as a word on a screen: 'pending' -> 'Pending'. */
export function statusWord(status: OrderStatus): string {
  return status.slice(0, 1).toUpperCase() + status.slice(1)
}
