import { queryOptions, useQuery } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import { type OwnOrder, ownOrderColumns } from '@/entities/orders/own'
import { isLateOrder, isOpenOrder } from '@/entities/orders/own-state'
import { useUser } from '@/entities/session/session'
import { cachedOffline } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'

const maxCurrent = 4
/** Of the delivered ones, so that those that were never opened are among them. */
const maxDelivered = 12

type CurrentOrder = OwnOrder & { is_unopened: boolean | null }

const currentQuery = (userId: string) =>
  queryOptions({
    queryKey: orderKeys.current(userId),
    queryFn: async ({ signal }) => {
      const mine = () =>
        supabase.from('orders').select(`${ownOrderColumns}, is_unopened`).eq('user_id', userId)
      const [open, delivered] = await Promise.all([
        mine()
          .in('status', ['pending', 'processing'])
          .order('due_at')
          .order('id')
          .limit(maxCurrent)
          .abortSignal(signal)
          .throwOnError(),
        mine()
          .in('status', ['completed', 'delivered'])
          .order('updated_at', { ascending: false })
          .order('id')
          .limit(maxDelivered)
          .abortSignal(signal)
          .throwOnError(),
      ])
      return [...open.data, ...delivered.data]
    },
    ...cachedOffline(),
  })

/** Up to four: ready and never opened, late (D56), under way, then the latest ones. */
export function useCurrentOrders(now: number) {
  const orders = useQuery(currentQuery(useUser().id))
  const rank = (order: CurrentOrder) =>
    order.is_unopened ? 0 : isLateOrder(order, now) ? 1 : isOpenOrder(order) ? 2 : 3
  return { ...orders, data: orders.data?.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxCurrent) }
}
