import { useMutation } from '@tanstack/react-query'
import { orderKey, orderSource } from '@/entities/orders/admin-list'
import type { OrderFilters, OrderSort } from '@/entities/orders/filters'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { readAllRows } from '@/entities/shared/keyset'

export function useExportAdminOrders() {
  return useMutation({
    mutationFn: ({ filters, sort }: { filters: OrderFilters; sort: OrderSort }) =>
      readAllRows(orderSource(filters, sort).rows, orderKey(sort)),
    meta: { failed: () => ({ title: 'Error', description: ordersLoadFailure }) },
  })
}
