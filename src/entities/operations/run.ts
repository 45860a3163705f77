import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type OperationCall, type OperationResult, operationKeys } from '@/entities/operations/operation'
import { errorCode } from '@/lib/errors'

const dryRunQuery = (id: string, attempt: number, call: OperationCall) =>
  queryOptions({
    queryKey: operationKeys.dryRun(id, attempt),
    queryFn: () => call({ dryRun: true }),
    // The counted rows are the ones that run, so a refetch behind the dialog must not replace them.
    staleTime: 'static',
    gcTime: 0,
  })

/** One request per `id` and `attempt`. */
export function useDryRun(id: string, attempt: number, call: OperationCall) {
  return useQuery(dryRunQuery(id, attempt, call))
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
    meta: { failed: () => ({ title: 'Error', description: 'Failed to run this' }), inPlace: true },
  })
}
