import { useLastManualDelivery } from '@/entities/deliveries/last-manual'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { useDeliveryDraft } from '@/widgets/delivery-content/use-delivery-draft'

/** Starts with what the order has received, else what was last delivered for the benefit. Undefined if 'Delivered' delivers no content. */
export function useManualDelivery(order: AdminOrder | null | undefined) {
  const applies = order?.delivery_method === 'manual' && order.status !== 'delivered'
  const { data: first } = useLastManualDelivery(applies ? order : undefined)
  const draft = useDeliveryDraft(first)
  return applies ? { ...draft, ofOrder: first?.ofOrder === true } : undefined
}
