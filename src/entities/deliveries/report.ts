import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshDeliveries } from '@/entities/deliveries/keys'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import { supabase } from '@/lib/supabase'

/** Of the item that `seen` shows. A failure refetches the order, because the report may have arrived (D34). */
export function useReportDelivery(orderId: string, seen: DeliveryStatus) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (reason: string) => {
      await supabase
        .rpc('report_delivery', { p_order_id: orderId, p_reason: reason, p_items: seen.items })
        .abortSignal(AbortSignal.timeout(20_000))
        .throwOnError()
    },
    onError: () => refreshDeliveries(client),
    meta: { failed: 'form' },
  })
}
