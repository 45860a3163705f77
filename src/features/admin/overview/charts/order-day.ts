import type { OrderStatus } from '@/entities/orders/status'
import type { OrderDay } from '@/entities/overview/flows'

export const statuses: { status: OrderStatus; word: string }[] = [
  { status: 'pending', word: 'Pending' },
  { status: 'processing', word: 'Processing' },
  { status: 'completed', word: 'Completed' },
  { status: 'delivered', word: 'Delivered' },
  { status: 'cancelled', word: 'Cancelled' },
]

export function placedOn(row: OrderDay): number {
  return statuses.reduce((sum, { status }) => sum + row[status], 0)
}
