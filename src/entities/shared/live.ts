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

/** In ms. The next event cancels a request that has taken longer. */
const patience = 8_000

const memberKeys = [profileKeys.all, transactionKeys.all, orderKeys.all, deliveryKeys.all]

/** Refetches on realtime events (admins: only notices) and on every (re)join, because realtime has no replay. */
export function useLiveUpdates(area: 'Member' | 'Admin') {
  const { id } = useUser()
  const client = useQueryClient()

  useEffect(() => {
    const refresh = (keys: string[][]) =>
      Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
    /**
     * After an event. A first load cannot be invalidated, and may have read the state before it, so it starts again. The next
     * event of a burst does not cancel what is being loaded: it is loaded once more afterwards.
     */
    const reload = (...keys: string[][]) => {
      const isFirstLoad = ({ state }: Query) => state.data === undefined
      let isDue = false
      let busyUntil = 0
      return async () => {
        isDue = true
        if (Date.now() < busyUntil) return
        while (isDue) {
          isDue = false
          busyUntil = Date.now() + patience
          await Promise.all(
            keys.map((queryKey) => client.cancelQueries({ queryKey, predicate: isFirstLoad })),
          )
          await refresh(keys)
          busyUntil = 0
        }
      }
    }
    const own = (table: string, column: string) =>
      ({ schema: 'public', table, filter: `${column}=eq.${id}` }) as const
    const notices = own('notifications', 'user_id')
    const reloadNotices = reload(noticeKeys.all)

    // Never DELETE, whose events bypass row-level security.
    const channel = supabase
      .channel(`${area}:${id}`)
      .on('postgres_changes', { event: 'INSERT', ...notices }, reloadNotices)
      .on('postgres_changes', { event: 'UPDATE', ...notices }, reloadNotices)
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
      const reloadOrders = reload(orderKeys.all, deliveryKeys.all)
      for (const event of ['INSERT', 'UPDATE'] as const) {
        const orders = { event, ...own('orders', 'user_id') } as const
        channel.on('postgres_changes', orders, reloadOrders)
      }
    }
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') void refresh([noticeKeys.all, ...(area === 'Member' ? memberKeys : [])])
    })
    return () => void supabase.removeChannel(channel)
  }, [id, client, area])
}
