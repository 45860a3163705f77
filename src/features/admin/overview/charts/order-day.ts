import type { OrderStatus } from '@/entities/orders/order'
import type { OrderDay } from '@/entities/overview/flows'

/** The statuses in the order in which an order passes them (chapter 4). */
export const statuses: { status: OrderStatus; word: string }[] = [
  { status: 'pending', word: 'Pending' },
  { status: 'processing', word: 'Processing' },
  { status: 'completed', word: 'Completed' },
  { status: 'delivered', word: 'Delivered' },
  { status: 'cancelled', word: 'Cancelled' },
]

/** How many orders were placed on a day, whatever became of them. */
export function placedOn(row: OrderDay): number {
  return statuses.reduce((sum, { status }) => sum + row[status], 0)
}
