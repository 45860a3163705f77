import { queryOptions, useQuery } from '@tanstack/react-query'
import { overviewKeys, statisticsFailure } from '@/entities/overview/counts'
import type { Database } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

type Returns<Name extends 'token_flow' | 'order_flow'> =
  Database['public']['Functions'][Name]['Returns'][number]

/** Tokens issued and spent in one step of time, and outstanding at its end. */
export type TokenStep = Returns<'token_flow'>

/** Orders placed on one day, by the status they have today. */
export type OrderDay = Returns<'order_flow'>

/** How far back each step of the tokens' flow goes. */
export const tokenSteps = { day: 30, week: 12, month: 12 }
export type FlowStep = keyof typeof tokenSteps

export const orderDays = 30

/** Days begin when they begin for the viewer (D27). */
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

/** Tokens per step, oldest first, empty steps included. */
export function useTokenFlow(step: FlowStep) {
  return useQuery(flowQueries.tokens(step))
}

/** Orders per day, oldest first, empty days included. */
export function useOrderFlow() {
  return useQuery(flowQueries.orders)
}
