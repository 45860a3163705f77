import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshDeliveries } from '@/entities/deliveries/keys'
import { supabase } from '@/lib/supabase'

/** A failure refetches the order, because it may have changed or be cancelled (D35). */
export function useCancelOwnOrder(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await supabase
        .rpc('cancel_my_order', { p_order_id: orderId })
        .abortSignal(AbortSignal.timeout(20_000))
        .throwOnError()
    },
    onError: () => refreshDeliveries(client),
    meta: { failed: 'form' },
  })
}
