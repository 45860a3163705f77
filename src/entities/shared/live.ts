import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { benefitKeys } from '@/entities/benefits/benefit'
import { deliveryKeys } from '@/entities/deliveries/keys'
import { noticeKeys } from '@/entities/notifications/notice'
import { orderKeys } from '@/entities/orders/order'
import { profileKeys } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { transactionKeys } from '@/entities/transactions/transaction'
import { supabase } from '@/lib/supabase'

const memberKeys = [profileKeys.all, transactionKeys.all, orderKeys.all, deliveryKeys.all]

/** Refetches on realtime events (admins: only notices) and on every (re)join, because realtime has no replay. */
export function useLiveUpdates(area: 'Member' | 'Admin') {
  const { id } = useUser()
  const client = useQueryClient()

  useEffect(() => {
    const refresh = (keys: string[][]) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    }
    /** After an event. A first load cannot be invalidated, and may have read the state before it, so it starts again. */
    const reload =
      (...keys: string[][]) =>
      async () => {
        const isFirstLoad = ({ state }: Query) => state.data === undefined
        await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey, predicate: isFirstLoad })))
        refresh(keys)
      }
    const own = (table: string, column: string) =>
      ({ schema: 'public', table, filter: `${column}=eq.${id}` }) as const
    const notices = own('notifications', 'user_id')

    // Never DELETE, whose events bypass row-level security.
    const channel = supabase
      .channel(`${area}:${id}`)
      .on('postgres_changes', { event: 'INSERT', ...notices }, reload(noticeKeys.all))
      .on('postgres_changes', { event: 'UPDATE', ...notices }, reload(noticeKeys.all))
    if (area === 'Member') {
      channel
        .on(
          'postgres_changes',
          { event: 'UPDATE', ...own('profiles', 'id') },
          // The balance decides what can be afforded.
          reload(profileKeys.all, benefitKeys.catalogue),
        )
        .on(
          'postgres_changes',
          { event: 'INSERT', ...own('token_transactions', 'user_id') },
          reload(transactionKeys.all),
        )
      for (const event of ['INSERT', 'UPDATE'] as const) {
        const orders = { event, ...own('orders', 'user_id') } as const
        channel.on('postgres_changes', orders, reload(orderKeys.all, deliveryKeys.all))
      }
    }
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') refresh([noticeKeys.all, ...(area === 'Member' ? memberKeys : [])])
    })
    return () => void supabase.removeChannel(channel)
  }, [id, client, area])
}
