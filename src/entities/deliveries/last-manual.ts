import { queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryKeys } from '@/entities/deliveries/keys'
import { supabase } from '@/lib/supabase'

export const manualKinds = ['text', 'link', 'key'] as const
export type ManualKind = (typeof manualKinds)[number]

/** Both texts can be empty (D33). */
export type ManualDelivery = { kind: ManualKind; content: string; message: string }

type First = ManualDelivery & { ofOrder: boolean }

const lastManualQuery = (benefitId: string, orderId: string) =>
  queryOptions({
    queryKey: deliveryKeys.lastManual(benefitId, orderId),
    queryFn: async ({ signal }): Promise<First | null> => {
      const { data } = await supabase
        .rpc('last_delivery', { p_benefit_id: benefitId, p_order_id: orderId })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      if (data === null) return null
      const kind = manualKinds.find((each) => each === data.kind) ?? 'text'
      return { kind, content: data.content ?? '', message: data.message ?? '', ofOrder: data.of_order }
    },
  })

/** What the order has received (`ofOrder`), else what was last delivered for its benefit; never a key. Null if there is nothing. */
export function useLastManualDelivery(order: { id: string; benefit_id: string | null } | undefined) {
  const benefitId = order?.benefit_id ?? ''
  return useQuery({ ...lastManualQuery(benefitId, order?.id ?? ''), enabled: benefitId !== '' })
}
