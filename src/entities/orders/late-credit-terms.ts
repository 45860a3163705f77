import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { LateCreditInput } from '@/entities/orders/late-credit-schema'
import { orderKeys } from '@/entities/orders/order'
import { supabase } from '@/lib/supabase'

const rateKey = 'sla_credit_rate'
const capKey = 'sla_credit_cap'

const termsQuery = queryOptions({
  queryKey: orderKeys.lateCreditTerms,
  queryFn: async ({ signal }): Promise<LateCreditInput> => {
    const { data } = await supabase
      .from('app_settings')
      .select('key, value')
      .in('key', [rateKey, capKey])
      .abortSignal(signal)
      .throwOnError()
    const value = (wanted: string) => Number(data.find(({ key }) => key === wanted)?.value ?? 0)
    return { rate: value(rateKey), cap: value(capKey) }
  },
})

/** Tokens per hour of delay for new orders, and the maximum (D36). */
export function useLateCreditTerms() {
  return useQuery(termsQuery)
}

export function useSaveLateCreditTerms() {
  return useMutation({
    mutationFn: async ({ rate, cap }: LateCreditInput) => {
      await supabase
        .from('app_settings')
        .upsert([
          { key: rateKey, value: String(rate) },
          { key: capKey, value: String(cap) },
        ])
        .throwOnError()
    },
    meta: { failed: 'form' },
  })
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
