import { queryOptions, useQuery } from '@tanstack/react-query'
import { overviewKeys, statisticsFailure } from '@/entities/overview/counts'
import type { Database } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

type Returns<Name extends 'token_flow' | 'order_flow'> =
  Database['public']['Functions'][Name]['Returns'][number]

export type TokenStep = Returns<'token_flow'>

export type OrderDay = Returns<'order_flow'>

export const tokenSteps = { day: 30, week: 12, month: 12 }
export type FlowStep = keyof typeof tokenSteps

export const orderDays = 30

/** Days start at the viewer's midnight (D27). */
const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const flowQueries = {
  tokens: (step: FlowStep) =>
    queryOptions({
      queryKey: overviewKeys.tokenFlow(step),
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('token_flow', { p_step: step, p_steps: tokenSteps[step], p_zone: zone() })
          .abortSignal(signal)
          .throwOnError()
        return data
      },
      meta: { failed: statisticsFailure },
    }),

  orders: queryOptions({
    queryKey: overviewKeys.orderFlow,
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('order_flow', { p_days: orderDays, p_zone: zone() })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    meta: { failed: statisticsFailure },
  }),
}

/** Oldest first, empty steps included. */
export function useTokenFlow(step: FlowStep) {
  return useQuery(flowQueries.tokens(step))
}

/** Oldest first, empty days included. */
export function useOrderFlow() {
  return useQuery(flowQueries.orders)
}
