import { type QueryClient, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type OperationCall, type OperationResult, operationKeys } from '@/entities/operations/operation'
import { errorCode, explainError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** One request per `id` and `attempt`. */
export function useDryRun(id: string, attempt: number, call: OperationCall) {
  return useQuery({
    queryKey: operationKeys.dryRun(id, attempt),
    queryFn: () => call({ dryRun: true }),
    // The counted rows are the ones that run, so a refetch behind the dialog must not replace them.
    staleTime: 'static',
    gcTime: 0,
  })
}

/** Refusals after which the dry run is repeated. */
const recounts = ['numbers_differ', 'dry_run_expired'] as const
export type Recount = (typeof recounts)[number]

export function useRun(call: OperationCall) {
  return useMutation({
    mutationFn: async (expected: OperationResult): Promise<OperationResult | Recount> => {
      try {
        return await call({ dryRun: false, expected })
      } catch (error) {
        const reason = recounts.find((code) => code === errorCode(error))
        if (reason) return reason
        throw error
      }
    },
    meta: { failed: 'Failed to run this', inPlace: true },
  })
}

/** Operations that this browser pauses after the current step. */
const stopped = new Set<string>()

/** Continues after the page is left; any admin can, in any browser, and no step runs twice. */
async function finish(client: QueryClient, id: string) {
  stopped.delete(id)
  for (;;) {
    const { data } = await supabase.rpc('continue_operation', { p_operation_id: id }).single().throwOnError()
    if (data.remaining === 0 || stopped.has(id)) return
    await client.invalidateQueries({ queryKey: operationKeys.recent })
  }
}

export function useContinueOperation() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: operationKeys.continuing,
    mutationFn: (id: string) => finish(client, id),
    meta: {
      failed: {
        title: 'Interrupted',
        description: 'What was done stays done. Continue it when you like.',
      },
    },
  })
}

function undoProblem(error: unknown): string {
  return (
    explainError(error, {
      undo_closed: 'The ten minutes are over.',
      already_undone: 'It has already been undone.',
      not_your_operation: 'Only the admin who ran it can undo it.',
    }) ?? 'Something went wrong. Please try again.'
  )
}

/** Restores the changed rows, and cancels the steps that are left. */
export function useUndoOperation() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: operationKeys.continuing,
    mutationFn: async (id: string) => {
      const { data } = await supabase.rpc('undo_operation', { p_operation_id: id }).single().throwOnError()
      if (data.remaining > 0) await finish(client, id)
    },
    meta: { failed: (error) => ({ title: 'Not undone', description: undoProblem(error) }) },
  })
}

/** Whether this browser is running the steps. */
export function useIsContinuing(id: string): boolean {
  return (
    useIsMutating({
      mutationKey: operationKeys.continuing,
      predicate: ({ state }) => state.variables === id,
    }) > 0
  )
}

export function stopAfterStep(id: string) {
  stopped.add(id)
}
