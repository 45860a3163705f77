import type { Benefit } from '@/entities/benefits/benefit'
import type { OrderRow } from '@/entities/orders/order'

export const orderStatuses = ['pending', 'processing', 'completed', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

const statusTexts: Record<OrderStatus, string> = {
  pending: 'Will be processed within 24-48 hours',
  processing: 'Being processed',
  completed: 'Ready for delivery',
  delivered: 'Successfully delivered',
  cancelled: 'This order has been cancelled',
}

export function isOrderStatus(status: string): status is OrderStatus {
  return orderStatuses.some((known) => known === status)
}

export function statusText(status: string): string {
  return isOrderStatus(status) ? statusTexts[status] : 'Order status is being updated'
}

type Snapshot = Pick<
  OrderRow,
  'benefit_name' | 'benefit_token_value' | 'benefit_image_url' | 'benefit_description'
>
type LinkedBenefit = Pick<Benefit, 'name' | 'token_value' | 'image_url' | 'description'>

/** The snapshot, else the linked benefit, else 'Deleted Benefit' at 0 (D13). */
export function orderedBenefit(order: Snapshot & { benefit: LinkedBenefit | null }) {
  return {
    name: order.benefit_name ?? order.benefit?.name ?? 'Deleted Benefit',
    tokens: order.benefit_token_value ?? order.benefit?.token_value ?? 0,
    imageUrl: order.benefit_image_url ?? order.benefit?.image_url ?? null,
    description: order.benefit_description ?? order.benefit?.description ?? null,
  }
}

export function orderLabel(order: Pick<OrderRow, 'order_number'>): string {
  return order.order_number ?? 'Legacy Order'
}
