import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AdminOrder, adminOrders } from '@/entities/orders/admin-list'
import { orderStatusFailure, ordersLoadFailure } from '@/entities/orders/messages'
import { orderKeys } from '@/entities/orders/order'
import type { OrderStatus } from '@/entities/orders/status'
import { ConflictError } from '@/entities/shared/conflict'
import type { KeysetPage } from '@/entities/shared/keyset'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.adminDetail(id),
    queryFn: async ({ signal }): Promise<AdminOrder | null> => {
      try {
        const { data } = await adminOrders().eq('id', id).abortSignal(signal).maybeSingle().throwOnError()
        return data
      } catch (error) {
        // The address was typed by hand, and holds no id.
        if (errorCode(error) === '22P02') return null
        throw error
      }
    },
    refetchOnWindowFocus: 'always',
    meta: { failed: ordersLoadFailure },
  })

/** One order, null if there is none; until the server responds, its row in a list that is loaded. */
export function useAdminOrder(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...adminOrderQuery(id),
    placeholderData: () =>
      client
        .getQueriesData<KeysetPage<AdminOrder>>({ queryKey: orderKeys.adminLists })
        .flatMap(([, page]) => page?.rows ?? [])
        .find((order) => order.id === id),
  })
}

type StatusChange = { id: string; seen: string; status: OrderStatus }

/**
 * Sets the status of an order, from any to any (D6), if it is still `seen`; the tokens follow in the database or nothing
 * changes. Throws ConflictError if someone else set a third one.
 */
export function useSetOrderStatus() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, seen, status }: StatusChange) => {
      const { data: changed } = await supabase
        .from('orders')
        .update({ status, updated_at: new Date().toISOString() })
        .eq('id', id)
        .eq('status', seen)
        .select('id')
        .throwOnError()
      if (changed.length > 0) return
      const { data: now } = await supabase
        .from('orders')
        .select('status')
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
      if (now === null) throw new ConflictError('row_deleted')
      if (now.status === seen) throw new ConflictError('not_admin')
      if (now.status !== status) throw new ConflictError('row_changed', { current: now, fields: ['status'] })
    },
    // The status or the balance is out of date.
    onError: (error) =>
      error instanceof ConflictError || errorCode(error) === 'insufficient_tokens'
        ? client.invalidateQueries()
        : undefined,
    meta: { failed: () => orderStatusFailure },
  })
}
