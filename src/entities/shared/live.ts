import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { benefitKeys } from '@/entities/benefits/benefit'
import { deliveryKeys } from '@/entities/deliveries/keys'
import { notificationKeys } from '@/entities/notifications/notification'
import { orderKeys } from '@/entities/orders/order'
import { profileKeys } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { transactionKeys } from '@/entities/transactions/transaction'
import { coalesce } from './coalesce'
import { joinChannel } from './join-channel'

/** Refetches on realtime events (admins: only notifications) and on every (re)join, because realtime has no replay. */
export function useLiveUpdates(area: 'Member' | 'Admin') {
  const { id } = useUser()
  const client = useQueryClient()

  useEffect(() => {
    const isFirstLoad = ({ state }: Query) => !state.data
    const refresh = (queryKey: string[]) => client.invalidateQueries({ queryKey })
    /** After an event. A first load cannot be invalidated, and may have read the state before it, so it starts again. */
    const reload = (keys: string[][]) =>
      coalesce(() =>
        Promise.all(
          keys.map((queryKey) =>
            client.cancelQueries({ queryKey, predicate: isFirstLoad }).then(() => refresh(queryKey)),
          ),
        ),
      )
    return joinChannel(`${area}:${id}`, (channel) => {
      const followed: string[][] = []
      // Never DELETE, whose events bypass row-level security.
      const on = (events: ('INSERT' | 'UPDATE')[], table: string, column: string, ...keys: string[][]) => {
        followed.push(...keys)
        const onEvent = reload(keys)
        for (const event of events) {
          const rows = { event, schema: 'public', table, filter: `${column}=eq.${id}` } as const
          channel.on('postgres_changes', rows, onEvent)
        }
      }

      on(['INSERT', 'UPDATE'], 'notifications', 'user_id', notificationKeys.all)
      if (area === 'Member') {
        // The balance decides what can be afforded.
        on(['UPDATE'], 'profiles', 'id', profileKeys.all, benefitKeys.catalogue)
        on(['INSERT'], 'token_transactions', 'user_id', transactionKeys.all)
        on(['INSERT', 'UPDATE'], 'orders', 'user_id', orderKeys.all, deliveryKeys.all)
      }
      channel.subscribe((status) => {
        if (status === 'SUBSCRIBED') for (const queryKey of followed) void refresh(queryKey)
      })
    })
  }, [id, client, area])
}
