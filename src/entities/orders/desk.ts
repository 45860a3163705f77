import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orderKeys } from '@/entities/orders/order'
import { useUser } from '@/entities/session/session'
import { coalesce } from '@/entities/shared/coalesce'
import { useChannel } from '@/entities/shared/use-channel'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

const notesQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.adminNotes(orderId),
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .from('order_notes')
        .select('id, body, created_at, author(name)')
        .eq('order_id', orderId)
        .order('created_at')
        .order('id')
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    refetchOnWindowFocus: 'always',
  })

export function useOrderNotes(orderId: string) {
  return useQuery(notesQuery(orderId))
}

async function noteExists(id: string): Promise<boolean> {
  const { data } = await supabase.from('order_notes').select('id').eq('id', id).maybeSingle().throwOnError()
  return data !== null
}

type Note = { id: string; orderId: string; body: string }

/** `id` stays the same on retries, so that none writes a note twice (D3). */
export function useAddOrderNote() {
  return useMutation({
    mutationFn: async ({ id, orderId, body }: Note) => {
      try {
        await supabase.from('order_notes').insert({ id, order_id: orderId, body }).throwOnError()
      } catch (error) {
        if (errorCode(error) !== '23505' || !(await noteExists(id))) throw error
      }
    },
    meta: {
      failed: () => ({ title: 'Error', description: 'Failed to add the note' }),
      refreshes: orderKeys.all,
    },
  })
}

export function useAssignOrders() {
  return useMutation({
    mutationFn: async ({ ids, assign }: { ids: readonly string[]; assign: boolean }) => {
      const { data } = await supabase
        .rpc('assign_orders', { p_ids: [...ids], p_assign: assign })
        .throwOnError()
      return data
    },
    meta: {
      failed: () => ({ title: 'Error', description: 'Failed to assign' }),
      refreshes: orderKeys.all,
    },
  })
}

/** Refetches when other admins assign or write. */
export function useDeskEvents() {
  const { id } = useUser()
  const client = useQueryClient()
  // An operation writes hundreds of rows, with an event for each.
  const [refresh] = useState(() => coalesce(() => client.invalidateQueries({ queryKey: orderKeys.all })))
  useChannel(
    `desk:${id}`,
    (channel) =>
      channel
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'order_desk' }, refresh)
        .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'order_desk' }, refresh),
    refresh,
  )
}
