import { useMutation } from '@tanstack/react-query'
import { type OrderFilters, orderSource } from '@/entities/orders/admin-list'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { createdKey, readAllRows } from '@/entities/shared/keyset'

export function useExportAdminOrders() {
  return useMutation({
    mutationFn: (filters: OrderFilters) => readAllRows(orderSource(filters).rows, createdKey),
    meta: { failed: () => ({ title: 'Error', description: ordersLoadFailure }) },
  })
}
