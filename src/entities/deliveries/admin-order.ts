import { useMutation, useQuery } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import { findOne, send } from '@/entities/shared/read'
import type { Database } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

export const manualKinds = ['text', 'link', 'key'] as const
type ManualKind = (typeof manualKinds)[number]

/** What an admin delivers by hand (D33); of the kind 'message' it is the message alone. */
export type ManualDelivery = { kind: ManualKind | 'message'; content: string; message: string }

/** As deliver_order() and set_order_statuses() take it. */
export function manualArguments({ kind, content, message }: ManualDelivery) {
  return { p_message: message, ...(kind === 'message' ? {} : { p_kind: kind, p_content: content }) }
}

type Row = Database['public']['Functions']['delivery_details']['Returns'][number]
/** `email`: as the outbox has it; `waits_until`: when the undo of the last change closes. */
export type DeliveryDetails = { [Name in keyof Row]: Row[Name] | null }

export function useDeliveryDetails(orderId: string) {
  return useQuery({
    queryKey: orderKeys.adminDelivery(orderId),
    queryFn: ({ signal }) =>
      findOne<DeliveryDetails>(supabase.rpc('delivery_details', { p_order_id: orderId }), signal),
  })
}

/** Logged first and read second (D53); `use` gets the content, which is stored nowhere. */
export function useRevealDelivery(orderId: string) {
  return useMutation({
    mutationFn: async (use: (content: string) => void) => {
      await supabase.rpc('reveal_delivery', { p_order_id: orderId }).throwOnError()
      const { data } = await supabase.rpc('revealed_delivery', { p_order_id: orderId }).throwOnError()
      use(data)
    },
    meta: { failed: 'What was delivered could not be read', refreshes: orderKeys.all },
  })
}

export function useResendDelivery(orderId: string) {
  return useMutation({
    mutationFn: () => send(supabase.rpc('resend_delivery', { p_order_id: orderId })),
    meta: { failed: 'Failed to send the email', refreshes: orderKeys.all },
  })
}

/** In place of what an order has received (D33). */
export function useReplaceDelivery() {
  return useMutation({
    mutationFn: ({ id, updatedAt, delivery }: { id: string; updatedAt: string; delivery: ManualDelivery }) =>
      send(
        supabase.rpc('deliver_order', {
          p_order_id: id,
          p_updated_at: updatedAt,
          ...manualArguments(delivery),
        }),
      ),
    meta: { failed: 'Failed to deliver' },
  })
}
