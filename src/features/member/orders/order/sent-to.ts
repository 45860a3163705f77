import type { DeliveryStatus } from '@/entities/deliveries/own'
import type { OwnOrder } from '@/entities/orders/own'

export const recipientText = ({ redemption_email }: OwnOrder): string =>
  `It will be sent to ${redemption_email ?? 'your email'}.`

/** Where an order went that was delivered by hand; undefined if no email went out. */
export function sentTo(order: OwnOrder, email: DeliveryStatus['email']): string | undefined {
  if (order.status !== 'delivered' || email === 'waiting') return recipientText(order)
  return email === 'sent' ? `It was sent to ${order.redemption_email ?? 'your email'}.` : undefined
}
