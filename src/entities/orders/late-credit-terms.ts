import { queryOptions, useQuery } from '@tanstack/react-query'
import { orderKeys } from '@/entities/orders/order'
import { numberSettings } from '@/entities/shared/number-settings'
import { supabase } from '@/lib/supabase'

/** Tokens per hour of delay for new orders, and the maximum (D36). */
export const lateCreditTerms = numberSettings(orderKeys.lateCreditTerms, {
  rate: 'sla_credit_rate',
  cap: 'sla_credit_cap',
})

export function useLateCreditTerms() {
  return useQuery(lateCreditTerms.query)
}

export const onTimeQuery = queryOptions({
  queryKey: orderKeys.onTime,
  queryFn: async ({ signal }) => {
    const { data } = await supabase.rpc('on_time_figures').abortSignal(signal).single().throwOnError()
    return data
  },
})

/** Of 30 days, without cancelled orders: how many are delivered or due, and how many were on time (D36). */
export function useOnTimeFigures() {
  return useQuery(onTimeQuery)
}
