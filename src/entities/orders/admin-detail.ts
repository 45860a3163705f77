import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AdminOrder, adminOrderColumns, ordersLoadFailure } from '@/entities/orders/admin-list'
import type { OrderStatus } from '@/entities/orders/order'
import { ConflictError } from '@/entities/shared/conflict'
import type { KeysetPage } from '@/entities/shared/keyset'
import { errorCode } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

export const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'admin-one', id],
    queryFn: async ({ signal }): Promise<AdminOrder | null> => {
      try {
        const { data } = await supabase
          .from('orders')
          .select(adminOrderColumns)
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError()
        return data
      } catch (error) {
        // No id at all: the address was typed by hand.
        if (errorCode(error) === '22P02') return null
        throw error
      }
    },
    refetchOnWindowFocus: 'always',
    meta: { failed: ordersLoadFailure },
  })

/** One order, null if there is none; a row of a list that was read already stands in until the server has answered. */
export function useAdminOrder(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...adminOrderQuery(id),
    placeholderData: () =>
      client
        .getQueriesData<KeysetPage<AdminOrder>>({ queryKey: ['orders', 'admin'] })
        .flatMap(([, page]) => page?.rows ?? [])
        .find((order) => order.id === id),
  })
}

type StatusChange = { id: string; seen: string; status: OrderStatus }

/**
 * Sets the status of an order that was seen with another one, from any to any (D6); the tokens follow in the database or
 * nothing changes. Already set is a success. Throws ConflictError if somebody else set another one meanwhile.
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
    // What was seen is out of date, or the balance is: read again before the next click.
    onError: (error) =>
      error instanceof ConflictError || errorCode(error) === 'insufficient_tokens'
        ? client.invalidateQueries()
        : undefined,
    meta: { failed: () => ({ title: 'Error', description: 'Failed to update order status' }) },
  })
}
