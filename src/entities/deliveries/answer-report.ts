import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deliveryKeys } from '@/entities/deliveries/keys'
import { type ManualDelivery, manualArguments } from '@/entities/deliveries/manual'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import type { Callable } from '@/lib/tables'

export type ReportAnswer = 'replaced' | 'replied' | 'refunded'

/** Another admin was faster. */
const overtaken = ['report_closed', 'order_changed', 'sold_out']

function useRefreshIfOvertaken() {
  const client = useQueryClient()
  return (error: unknown) => (overtaken.includes(errorCode(error)) ? client.invalidateQueries() : undefined)
}

type Answer = { answer: ReportAnswer; text: string; delivery?: ManualDelivery }

/** Closes an open report: delivers again, a `delivery` by hand, replies, or refunds, which cancels the order (D34). */
export function useAnswerReport(id: string) {
  return useMutation({
    mutationFn: async ({ answer, text, delivery }: Answer) => {
      const { p_kind, p_content } = delivery ? manualArguments(delivery) : {}
      const call = { p_report_id: id, p_answer: answer, p_text: text, p_kind, p_content }
      await supabase.rpc('answer_report', call).throwOnError()
    },
    onError: useRefreshIfOvertaken(),
    meta: { failed: 'form' },
  })
}

/** `benefit_name` is null once the benefit is deleted. */
export type SuspectBatch = Omit<Callable['suspect_batches']['Returns'][number], 'benefit_name'> & {
  benefit_name: string | null
}

const suspectBatchesQuery = queryOptions({
  queryKey: deliveryKeys.suspectBatches,
  queryFn: async ({ signal }): Promise<SuspectBatch[]> => {
    const { data } = await supabase.rpc('suspect_batches').abortSignal(signal).throwOnError()
    return data
  },
  refetchInterval: 60_000,
})

/** Awaiting an admin's decision (D34). */
export function useSuspectBatches() {
  return useQuery(suspectBatchesQuery)
}

/** Restores the batch's keys, or puts them aside for good. */
export function useDecideBatch() {
  return useMutation({
    mutationFn: async ({ id, release }: { id: string; release: boolean }) => {
      await supabase.rpc('decide_batch', { p_batch_id: id, p_release: release }).throwOnError()
    },
    onError: useRefreshIfOvertaken(),
    meta: { failed: 'form' },
  })
}
