import { useLastManualDelivery } from '@/entities/deliveries/last-manual'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { useDeliveryDraft } from '@/widgets/delivery-content/use-delivery-draft'

/** Starts with what was last delivered for the benefit. Undefined if 'Delivered' delivers no content. */
export function useManualDelivery(order: AdminOrder | null | undefined) {
  const applies = order?.delivery_method === 'manual' && order.status !== 'delivered'
  const draft = useDeliveryDraft(useLastManualDelivery(applies ? order.benefit_id : null).data)
  return applies ? draft : undefined
}
