import type { ManualDelivery } from '@/entities/deliveries/last-manual'
import {
  type OperationCall,
  type OperationTarget,
  requestArguments,
  resultOf,
  targetArguments,
} from '@/entities/operations/operation'
import type { OrderStatus } from '@/entities/orders/status'
import { supabase } from '@/lib/supabase'

type Extra = { delivery?: ManualDelivery; note?: string }

/** `delivery`: what each receives with 'delivered'; `note`: written on each (D33, D46). */
export function setOrderStatuses(
  target: OperationTarget,
  status: OrderStatus,
  { delivery, note }: Extra,
): OperationCall {
  return async (request) => {
    const { data } = await supabase
      .rpc('set_order_statuses', {
        ...targetArguments(target),
        ...requestArguments(request),
        p_status: status,
        ...(request.dryRun || !delivery
          ? {}
          : { p_kind: delivery.kind, p_content: delivery.content, p_message: delivery.message }),
        ...(request.dryRun || !note ? {} : { p_note: note }),
      })
      .single()
      .throwOnError()
    return resultOf(data)
  }
}

export function noteOrders(target: OperationTarget, note: string): OperationCall {
  return async (request) => {
    const { data } = await supabase
      .rpc('note_orders', {
        ...targetArguments(target),
        ...requestArguments(request),
        ...(request.dryRun ? {} : { p_note: note }),
      })
      .single()
      .throwOnError()
    return resultOf(data)
  }
}
