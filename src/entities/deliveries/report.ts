import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshDeliveries } from '@/entities/deliveries/keys'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import type { ReportInput } from '@/entities/deliveries/schemas'
import { supabase } from '@/lib/supabase'

type Report = ReportInput & { keyRefused: boolean }

/** Of the item that `seen` shows. A failure refetches the order, because the report may have arrived (D34, D68). */
export function useReportDelivery(orderId: string, seen: DeliveryStatus) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ choice, text, keyRefused }: Report) => {
      await supabase
        .rpc('report_delivery', {
          p_order_id: orderId,
          p_reason: text ? `${choice}: ${text}` : choice,
          p_items: seen.items,
          p_key_refused: keyRefused,
        })
        .abortSignal(AbortSignal.timeout(20_000))
        .throwOnError()
    },
    onError: () => refreshDeliveries(client),
    meta: { failed: 'form' },
  })
}
