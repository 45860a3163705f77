import { useMutation } from '@tanstack/react-query'
import { orderKey, orderSource } from '@/entities/orders/admin-list'
import type { OrderFilters, OrderSort } from '@/entities/orders/filters'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { exportFailure, exportRows } from '@/entities/shared/export'

export function useExportAdminOrders() {
  return useMutation({
    mutationFn: ({ filters, sort }: { filters: OrderFilters; sort: OrderSort }) =>
      exportRows(orderSource(filters, sort).rows, orderKey(sort)),
    meta: { failed: exportFailure(ordersLoadFailure) },
  })
}
