import type { QueryClient } from '@tanstack/react-query'
import { orderQueries } from '@/entities/orders/own'
import { profileQueries } from '@/entities/profiles/own'
import { historyQueries } from '@/entities/transactions/history'
import { transactionQueries } from '@/entities/transactions/recent'

export async function readFirst(client: QueryClient, userId: string): Promise<void> {
  await Promise.all([
    client.prefetchQuery(profileQueries.own(userId)),
    client.prefetchQuery(historyQueries.totals(userId, 'all')),
    client.prefetchQuery(transactionQueries.line(userId)),
    client.prefetchQuery(transactionQueries.recent(userId)),
    client.prefetchQuery(orderQueries.underWay(userId)),
  ])
}
