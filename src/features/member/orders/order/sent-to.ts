import type { OwnOrder } from '@/entities/orders/own'

/** Where an order goes that is delivered by hand. */
export const sentTo = ({ status, redemption_email }: OwnOrder): string =>
  `It ${status === 'delivered' ? 'was' : 'will be'} sent to ${redemption_email ?? 'your email'}.`
