import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { adminOrders, ordersPerPage } from '@/entities/orders/admin-list'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { orderKeys } from '@/entities/orders/order'
import { applyRange, createdKey, type KeysetRange, readKeysetPage } from '@/entities/shared/keyset'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

const benefitOrderQueries = {
  list: (benefitId: string, cursor: PageCursor) =>
    queryOptions({
      queryKey: orderKeys.ofBenefit(benefitId, cursor),
      queryFn: ({ signal }) => {
        const rows = (range: KeysetRange) =>
          applyRange(adminOrders().eq('benefit_id', benefitId), 'created_at', range)
        return readKeysetPage({ rows, keys: rows, keyOf: createdKey }, cursor, ordersPerPage, signal)
      },
      placeholderData: keepPreviousData,
      meta: { failed: ordersLoadFailure },
    }),
  count: (benefitId: string) =>
    queryOptions({
      queryKey: orderKeys.countOfBenefit(benefitId),
      queryFn: async ({ signal }) => {
        const { count } = await supabase
          .from('orders')
          .select('id', { count: 'exact', head: true })
          .eq('benefit_id', benefitId)
          .abortSignal(signal)
          .throwOnError()
        return count ?? 0
      },
    }),
}

export function useBenefitOrders(benefitId: string, cursor: PageCursor) {
  return useQuery(benefitOrderQueries.list(benefitId, cursor))
}

export function useBenefitOrderCount(benefitId: string) {
  return useQuery(benefitOrderQueries.count(benefitId))
}
