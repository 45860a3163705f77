import type { QueryClient } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import type { PageCursor } from '@/lib/page-cursor'

export const deliveryMethods = ['key', 'link', 'file', 'manual'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

/** For admins. */
export const methodNames: Record<string, string> = {
  key: 'Key',
  link: 'Link',
  file: 'File',
  manual: 'By hand',
}

const texts: Record<DeliveryMethod, string> = {
  key: 'A licence key, at once',
  link: 'A link, at once',
  file: 'A file, at once',
  manual: 'By hand, within 24-48 hours',
}

const shortTexts: Record<DeliveryMethod, string> = {
  key: 'Key, at once',
  link: 'Link, at once',
  file: 'File, at once',
  manual: 'By hand, 24-48 hours',
}

export function isDeliveryMethod(method: string): method is DeliveryMethod {
  return deliveryMethods.some((known) => known === method)
}

export function methodText(method: string): string {
  return isDeliveryMethod(method) ? texts[method] : texts.manual
}

/** For cards. */
export function shortMethodText(method: string): string {
  return isDeliveryMethod(method) ? shortTexts[method] : shortTexts.manual
}

export const deliveryKeys = {
  all: ['deliveries'],
  status: (orderId: string) => ['deliveries', 'status', orderId],
  events: (orderId: string) => ['deliveries', 'events', orderId],
  content: (orderId: string, deliveredAt: string) => ['deliveries', 'content', orderId, deliveredAt],
  settings: (benefitId: string) => ['deliveries', 'settings', benefitId],
  stats: (benefitId: string) => ['deliveries', 'stats', benefitId],
  pool: (benefitId: string, filters: object, cursor: PageCursor) => [
    'deliveries',
    'pool',
    benefitId,
    filters,
    cursor,
  ],
  poolCounts: (benefitId: string) => ['deliveries', 'pool-counts', benefitId],
  reports: (filters: object, cursor: PageCursor) => ['deliveries', 'reports', filters, cursor],
  report: (id: string) => ['deliveries', 'report', id],
  reportCounts: ['deliveries', 'report-counts'],
  suspectBatches: ['deliveries', 'suspect-batches'],
}

/** Refetches orders and what was delivered with them. */
export async function refreshDeliveries(client: QueryClient): Promise<void> {
  await Promise.all(
    [orderKeys.all, deliveryKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}
