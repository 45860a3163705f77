import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ManualDelivery, manualArguments } from '@/entities/deliveries/manual'
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

/** Newest first (D29). */
export function useOrderHistory(orderId: string) {
  return useQuery(orderHistoryQuery(orderId))
}

/** `delivery`: the content for 'delivered', if the order is unchanged since `updatedAt` (D33). */
type StatusChange = {
  id: string
  seen: string
  status: OrderStatus
  delivery?: ManualDelivery
  updatedAt: string
}

/** Returns whether the order still had the status `seen`. */
async function setStatus(id: string, seen: string, status: OrderStatus): Promise<boolean> {
  const { data } = await supabase
    .from('orders')
    .update({ status, updated_at: new Date().toISOString() })
    .eq('id', id)
    .eq('status', seen)
    .select('id')
    .throwOnError()
  return data.length > 0
}

/** Returns whether the order was unchanged. */
async function deliver(id: string, updatedAt: string, delivery: ManualDelivery) {
  try {
    await supabase
      .rpc('deliver_order', { p_order_id: id, p_updated_at: updatedAt, ...manualArguments(delivery) })
      .throwOnError()
    return true
  } catch (error) {
    if (errorCode(error) !== 'order_changed') throw error
    return false
  }
}

/** Any status may follow any (D6), if it is still `seen`. Throws ConflictError if another admin set a third one. */
export function useSetOrderStatus() {
  const client = useQueryClient()
  /** The change whose response was lost: sent again, it meets its own effect. */
  const lost = useRef<string>(undefined)
  return useMutation({
    mutationFn: async (change: StatusChange) => {
      const { id, seen, status, delivery, updatedAt } = change
      if (delivery && status === 'delivered') {
        if (await deliver(id, updatedAt, delivery)) return
      } else if (await setStatus(id, seen, status)) return
      const { data: now } = await supabase
        .from('orders')
        .select('status')
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
      if (now === null) throw new ConflictError('row_deleted')
      if (now.status === seen && !delivery) throw new ConflictError('not_admin')
      if (now.status !== status || (delivery && lost.current !== JSON.stringify(change)))
        throw new ConflictError('row_changed', { current: now, fields: ['status'] })
    },
    // The status or the balance is outdated.
    onError: (error, change) => {
      if (errorCode(error) === 'network') lost.current = JSON.stringify(change)
      return error instanceof ConflictError || errorCode(error) === 'insufficient_tokens'
        ? client.invalidateQueries()
        : undefined
    },
    meta: { failed: () => orderStatusFailure },
  })
}
