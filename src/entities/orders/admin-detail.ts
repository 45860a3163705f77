import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ManualDelivery, manualArguments } from '@/entities/deliveries/admin-order'
import { type OperationTarget, operationCall, targetArguments } from '@/entities/operations/operation'
import { type AdminOrder, adminOrders } from '@/entities/orders/admin-list'
import { orderStatusFailure, ordersLoadFailure } from '@/entities/orders/messages'
import { type OrderStatus, orderKeys } from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { listedRow } from '@/entities/shared/lists'
import { findOne, read, send } from '@/entities/shared/read'
import { coalesce, useChannel } from '@/entities/shared/use-channel'
import { ConflictError } from '@/entities/shared/write-errors'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.adminDetail(id),
    queryFn: ({ signal }) => findOne<AdminOrder>(adminOrders().eq('id', id), signal),
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

/** Newest first (D29). */
export function useOrderHistory(orderId: string) {
  return useQuery({
    queryKey: orderKeys.adminHistory(orderId),
    queryFn: async ({ signal }) => {
      const data = await read(
        supabase
          .rpc('order_history', { p_order_id: orderId })
          .order('at', { ascending: false })
          .limit(maxChanges + 1),
        signal,
      )
      return { changes: data.slice(0, maxChanges), more: data.length > maxChanges }
    },
  })
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
  const unconfirmedChange = useRef<string>(undefined)
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
      if (now.status !== status || (delivery && unconfirmedChange.current !== JSON.stringify(change)))
        throw new ConflictError('row_changed', { current: now, fields: ['status'] })
    },
    // The status or the balance is outdated.
    onError: (error, change) => {
      if (errorCode(error) === 'network') unconfirmedChange.current = JSON.stringify(change)
      return error instanceof ConflictError || errorCode(error) === 'insufficient_tokens'
        ? client.invalidateQueries()
        : undefined
    },
    meta: { failed: orderStatusFailure },
  })
}

/** Sends the deliveries and notifications of a change whose undo has closed, without waiting for the next minute. */
export function useSettleChange() {
  return useMutation({
    mutationFn: (operationId: string) =>
      send(supabase.rpc('settle_operation', { p_operation_id: operationId })),
    // run_due() does it as well.
    meta: { failed: 'form', refreshes: orderKeys.all },
  })
}

export function useOrderNotes(orderId: string) {
  return useQuery({
    queryKey: orderKeys.adminNotes(orderId),
    queryFn: ({ signal }) =>
      read(
        supabase
          .from('order_notes')
          .select('id, body, created_at, author(name)')
          .eq('order_id', orderId)
          .order('created_at')
          .order('id')
          .limit(200),
        signal,
      ),
    refetchOnWindowFocus: 'always',
  })
}

async function noteExists(id: string): Promise<boolean> {
  const { data } = await supabase.from('order_notes').select('id').eq('id', id).maybeSingle().throwOnError()
  return data !== null
}

type Note = { id: string; orderId: string; body: string }

/** `id` stays the same on retries, so that none writes a note twice (D3). */
export function useAddOrderNote() {
  return useMutation({
    mutationFn: async ({ id, orderId, body }: Note) => {
      try {
        await supabase.from('order_notes').insert({ id, order_id: orderId, body }).throwOnError()
      } catch (error) {
        if (errorCode(error) !== '23505' || !(await noteExists(id))) throw error
      }
    },
    meta: { failed: 'Failed to add the note', refreshes: orderKeys.all },
  })
}

export function useAssignOrders() {
  return useMutation({
    mutationFn: ({ ids, assign }: { ids: readonly string[]; assign: boolean }) =>
      send(supabase.rpc('assign_orders', { p_ids: [...ids], p_assign: assign })),
    meta: { failed: 'Failed to assign', refreshes: orderKeys.all },
  })
}

/** Refetches when other admins assign or write. */
export function useDeskEvents() {
  const { id } = useUser()
  const client = useQueryClient()
  // An operation writes hundreds of rows, with an event for each.
  const [refresh] = useState(() => coalesce(() => client.invalidateQueries({ queryKey: orderKeys.all })))
  useChannel(
    `desk:${id}`,
    (channel) =>
      channel
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'order_desk' }, refresh)
        .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'order_desk' }, refresh),
    refresh,
  )
}

type Extra = { delivery?: ManualDelivery; note?: string; reason?: string }

/** `delivery`: what each receives with 'delivered'; `note`: written on each; `reason`: why they are cancelled, for their members (D33, D46). */
export function setOrderStatuses(
  target: OperationTarget,
  status: OrderStatus,
  { delivery, note, reason }: Extra,
) {
  return operationCall((run) =>
    supabase.rpc('set_order_statuses', {
      ...targetArguments(target),
      ...run,
      p_status: status,
      ...(run.p_dry_run || !delivery ? {} : manualArguments(delivery)),
      ...(run.p_dry_run || !note ? {} : { p_note: note }),
      ...(run.p_dry_run || !reason ? {} : { p_reason: reason }),
    }),
  )
}

export function noteOrders(target: OperationTarget, note: string) {
  return operationCall((run) =>
    supabase.rpc('note_orders', {
      ...targetArguments(target),
      ...run,
      ...(run.p_dry_run ? {} : { p_note: note }),
    }),
  )
}
