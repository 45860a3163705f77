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

/** `delivery`: what is delivered with 'delivered'; `reason`: of 'cancelled', as the member reads it. */
type StatusChange = {
  id: string
  seen: string
  updatedAt: string
  status: OrderStatus
  delivery?: ManualDelivery
  reason?: string
}

/** Until `undo_until` it can be undone, and neither content nor email has left (D52). */
type Change = { operation_id: string; undo_until: string }

/**
 * Any status may follow any (D6), if the order is unchanged. Throws ConflictError if another admin changed it; undefined
 * for what an earlier attempt has done, whose response was lost.
 */
export function useSetOrderStatus() {
  const client = useQueryClient()
  const lost = useRef<string>(undefined)
  return useMutation({
    mutationFn: async (change: StatusChange): Promise<Change | undefined> => {
      const { id, updatedAt, status, delivery, reason } = change
      try {
        const { data } = await supabase
          .rpc('change_order', {
            p_order_id: id,
            p_updated_at: updatedAt,
            p_status: status,
            ...(delivery && manualArguments(delivery)),
            ...(reason && { p_reason: reason }),
          })
          .single()
          .throwOnError()
        return data
      } catch (error) {
        if (errorCode(error) !== 'order_changed') throw error
      }
      const { data: now } = await supabase
        .from('orders')
        .select('status')
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
      if (now === null) throw new ConflictError('row_deleted')
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

/** Delivers and tells what a change left until its undo closed, without waiting for the next minute. */
export function useSettleChange() {
  return useMutation({
    mutationFn: async (operationId: string) => {
      await supabase.rpc('settle_operation', { p_operation_id: operationId }).throwOnError()
    },
    // run_due() does it as well.
    meta: { failed: 'form', refreshes: orderKeys.all },
  })
}
