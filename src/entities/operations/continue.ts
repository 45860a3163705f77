import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { operationKeys } from '@/entities/operations/operation'
import { explainError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

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
      failed: () => ({
        title: 'Interrupted',
        description: 'What was done stays done. Continue it when you like.',
      }),
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
