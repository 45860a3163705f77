import type { QueryClient } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import type { PageCursor } from '@/lib/page-cursor'

export const deliveryKeys = {
  all: ['deliveries'],
  status: (orderId: string) => ['deliveries', 'status', orderId],
  events: (orderId: string) => ['deliveries', 'events', orderId],
  content: (orderId: string, deliveredAt: string) => ['deliveries', 'content', orderId, deliveredAt],
  settings: (benefitId: string) => ['deliveries', 'settings', benefitId],
  figures: (benefitId: string) => ['deliveries', 'figures', benefitId],
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
