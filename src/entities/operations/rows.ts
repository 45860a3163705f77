import { queryOptions, useQuery } from '@tanstack/react-query'
import { operationKeys } from '@/entities/operations/operation'
import { supabase } from '@/lib/supabase'

/** The row limit of the hosted API (D20). */
const chunk = 1000

type State = 'skipped' | 'kept' | undefined

const rowsQuery = (id: string, state: State) =>
  queryOptions({
    queryKey: operationKeys.rows(id, state),
    queryFn: async ({ signal }) => {
      const read = async (after: number) => {
        const { data } = await supabase
          .rpc('operation_rows', { p_operation_id: id, p_state: state, p_after: after, p_limit: chunk })
          .abortSignal(signal)
          .throwOnError()
        return data
      }
      const all: Awaited<ReturnType<typeof read>> = []
      for (let next = await read(0); next.length > 0; next = await read(all.at(-1)?.position ?? 0))
        all.push(...next)
      return all
    },
  })

/** Rows that were skipped, or that the undo kept, with their reasons; all without a `state`. */
export function useOperationRows(id: string, state: State) {
  return useQuery(rowsQuery(id, state))
}
