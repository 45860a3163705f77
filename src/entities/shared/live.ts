import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deliveryKeys } from '@/entities/deliveries/keys'
import { orderKeys } from '@/entities/orders/order'
import { profileKeys } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { transactionKeys } from '@/entities/transactions/transaction'
import { supabase } from '@/lib/supabase'

/** Refetches on realtime events. Realtime has no replay, so every (re)join of the channel refetches as well. */
export function useLiveUpdates() {
  const { id } = useUser()
  const client = useQueryClient()

  useEffect(() => {
    const refresh = (...keys: string[][]) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    }
    /** After an event. A first load cannot be invalidated, and may have read the state before it, so it starts again. */
    const reload =
      (...keys: string[][]) =>
      async () => {
        const isFirstLoad = ({ state }: Query) => state.data === undefined
        await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey, predicate: isFirstLoad })))
        refresh(...keys)
      }
    const channel = supabase
      .channel(`member:${id}`)
      .on(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'profiles', filter: `id=eq.${id}` },
        reload(profileKeys.all),
      )
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'token_transactions', filter: `user_id=eq.${id}` },
        reload(transactionKeys.all),
      )
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'orders', filter: `user_id=eq.${id}` },
        reload(orderKeys.all, deliveryKeys.all),
      )
      .subscribe((status) => {
        if (status === 'SUBSCRIBED')
          refresh(profileKeys.all, transactionKeys.all, orderKeys.all, deliveryKeys.all)
      })
    return () => void supabase.removeChannel(channel)
  }, [id, client])
}
