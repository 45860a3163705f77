import type { QueryData } from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { operationKeys } from '@/entities/operations/operation'
import { useUser } from '@/entities/session/session'
import { read } from '@/entities/shared/read'
import { useChannel } from '@/entities/shared/use-channel'
import { supabase } from '@/lib/supabase'

const readRecent = () =>
  supabase
    .from('operations')
    .select(
      'id, kind, actor_id, parameters, state, changed, skipped, undone, kept, remaining, emails, created_at, undo_until, undone_at, actor(name)',
    )
    .neq('state', 'planned')
    // A single change has its own undo, of ten seconds.
    .is('parameters->single', null)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(20)

export type Operation = QueryData<ReturnType<typeof readRecent>>[number]

export function useRecentOperations() {
  return useQuery({
    queryKey: operationKeys.recent,
    queryFn: ({ signal }) => read(readRecent(), signal),
    refetchOnWindowFocus: 'always',
  })
}

/** Refetches after steps of any admin, and, once an operation ends, the rows that it changed. */
export function useOperationEvents() {
  const { id } = useUser()
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: operationKeys.recent })

  useChannel(
    `operations:${id}`,
    (channel) =>
      channel.on(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'operations' },
        ({ new: row }) => {
          if (row.state === 'planned') return
          if (row.state === 'done' || row.state === 'undone') void client.invalidateQueries()
          else refresh()
        },
      ),
    refresh,
  )
}

/** The row limit of the hosted API (D20). */
const chunk = 1000

type State = 'skipped' | 'kept' | undefined

/** Rows that were skipped, or that the undo kept, with their reasons; all without a `state`. */
export function useOperationRows(id: string, state: State) {
  return useQuery({
    queryKey: operationKeys.rows(id, state),
    queryFn: async ({ signal }) => {
      const call = { p_operation_id: id, p_state: state, p_limit: chunk }
      const readAfter = (position: number) =>
        read(supabase.rpc('operation_rows', { ...call, p_after: position }), signal)
      const all: Awaited<ReturnType<typeof readAfter>> = []
      for (let next = await readAfter(0); next.length > 0; next = await readAfter(all.at(-1)?.position ?? 0))
        all.push(...next)
      return all
    },
  })
}
