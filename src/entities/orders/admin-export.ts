import { useMutation } from '@tanstack/react-query'
import {
  type AdminOrder,
  type OrderFilters,
  orderKey,
  ordersLoadFailure,
  readOrders,
} from '@/entities/orders/admin-list'
import type { RowKey } from '@/lib/page-cursor'

/** As many rows as the hosted API gives at once (D20). */
const chunk = 1000

/**
 * Reads every order that matches, newest first. By key, so that each comes once whatever is placed meanwhile; up to an
 * empty answer, because a server may give less than it was asked for.
 */
export function useExportAdminOrders() {
  return useMutation({
    mutationFn: async (filters: OrderFilters) => {
      const orders: AdminOrder[] = []
      for (let key: RowKey | undefined; ; ) {
        const { data } = await readOrders(filters, { key, reverse: false, limit: chunk }).throwOnError()
        orders.push(...data)
        const last = data.at(-1)
        if (last === undefined) return orders
        key = orderKey(last)
      }
    },
    meta: { failed: () => ({ title: 'Error', description: ordersLoadFailure }) },
  })
}
