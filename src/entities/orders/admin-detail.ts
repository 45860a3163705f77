import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AdminOrder, adminOrders } from '@/entities/orders/admin-list'
import { orderStatusFailure, ordersLoadFailure } from '@/entities/orders/messages'
import { orderKeys } from '@/entities/orders/order'
import type { OrderStatus } from '@/entities/orders/status'
import { ConflictError } from '@/entities/shared/conflict'
import { listedRow, rowOrNull } from '@/entities/shared/detail'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.adminDetail(id),
    queryFn: ({ signal }) =>
      rowOrNull<AdminOrder>(adminOrders().eq('id', id).abortSignal(signal).maybeSingle().throwOnError()),
    refetchOnWindowFocus: 'always',
    meta: { failed: ordersLoadFailure },
  })

/** Null if not found. Shows the row of a loaded list until the response arrives. */
export function useAdminOrder(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...adminOrderQuery(id),
    placeholderData: () => listedRow<AdminOrder>(client, orderKeys.adminLists, id),
  })
}

const maxChanges = 20

const orderHistoryQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.adminHistory(orderId),
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('order_history', { p_order_id: orderId })
        .order('at', { ascending: false })
        .limit(maxChanges + 1)
        .abortSignal(signal)
        .throwOnError()
      return { changes: data.slice(0, maxChanges), more: data.length > maxChanges }
    },
  })

/** Who set which status when, newest first (D29). */
export function useOrderHistory(orderId: string) {
  return useQuery(orderHistoryQuery(orderId))
}

type StatusChange = { id: string; seen: string; status: OrderStatus }

/** Any status may follow any (D6), if it is still `seen`. Throws ConflictError if someone else set a third one. */
export function useSetOrderStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, seen, status }: StatusChange) => {
      const { data: changed } = await supabase
        .from('orders')
        .update({ status, updated_at: new Date().toISOString() })
        .eq('id', id)
        .eq('status', seen)
        .select('id')
        .throwOnError()
      if (changed.length > 0) return
      const { data: now } = await supabase
        .from('orders')
        .select('status')
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
      if (now === null) throw new ConflictError('row_deleted')
      if (now.status === seen) throw new ConflictError('not_admin')
      if (now.status !== status) throw new ConflictError('row_changed', { current: now, fields: ['status'] })
    },
    // The status or the balance is outdated.
    onError: (error) =>
      error instanceof ConflictError || errorCode(error) === 'insufficient_tokens'
        ? client.invalidateQueries()
        : undefined,
    meta: { failed: () => orderStatusFailure },
  })
}
