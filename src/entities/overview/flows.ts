import { queryOptions, useQuery } from '@tanstack/react-query'
import { overviewKeys, statisticsFailure } from '@/entities/overview/counts'
import type { Database } from '@/lib/database.types'
import { supabase } from '@/lib/supabase'

export type TokenStep = Database['public']['Functions']['token_flow']['Returns'][number]

export const tokenSteps = { day: 30, week: 12, month: 12 }
export type FlowStep = keyof typeof tokenSteps

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
}

/** Oldest first, empty steps included. */
export function useTokenFlow(step: FlowStep) {
  return useQuery(flowQueries.tokens(step))
}
