import { queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryKeys } from '@/entities/deliveries/keys'
import { supabase } from '@/lib/supabase'

export const manualKinds = ['text', 'link', 'key'] as const
export type ManualKind = (typeof manualKinds)[number]

/** Both texts can be empty (D33). */
export type ManualDelivery = { kind: ManualKind; content: string; message: string }

const lastManualQuery = (benefitId: string) =>
  queryOptions({
    queryKey: deliveryKeys.lastManual(benefitId),
    queryFn: async ({ signal }): Promise<ManualDelivery | null> => {
      const { data } = await supabase
        .rpc('last_delivery', { p_benefit_id: benefitId })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      if (data === null) return null
      const kind = manualKinds.find((each) => each === data.kind) ?? 'text'
      return { kind, content: data.content ?? '', message: data.message ?? '' }
    },
  })

/** Null if nothing was delivered by hand; the content of a key is omitted. */
export function useLastManualDelivery(benefitId: string | null) {
  return useQuery({ ...lastManualQuery(benefitId ?? ''), enabled: benefitId !== null })
}
