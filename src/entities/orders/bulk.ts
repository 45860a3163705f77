import { type ManualDelivery, manualArguments } from '@/entities/deliveries/manual'
import { type OperationTarget, operationCall, targetArguments } from '@/entities/operations/operation'
import type { OrderStatus } from '@/entities/orders/status'
import { supabase } from '@/lib/supabase'

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
