import { useMutation } from '@tanstack/react-query'
import { ordersExportFailure } from '@/entities/orders/messages'
import { type OwnOrder, ownOrders } from '@/entities/orders/own'
import { useUser } from '@/entities/session/session'

const exportChunk = 1000

/** In chunks: the hosted API returns at most 1,000 rows (D20, D22). */
export function useExportOrders() {
  const { id: userId } = useUser()
  return useMutation({
    mutationFn: async (search: string) => {
      // By id: an order placed in the meantime would shift the others, and one would appear twice.
      const found = new Map<string, OwnOrder>()
      for (let read = 0, all = 1; read < all; ) {
        const { data, count } = await ownOrders(userId, search)
          .range(read, read + exportChunk - 1)
          .throwOnError()
        for (const order of data) found.set(order.id, order)
        read += data.length
        all = data.length > 0 ? (count ?? 0) : 0
      }
      return [...found.values()]
    },
    meta: { failed: () => ordersExportFailure },
  })
}
