import { type Query, useQueryClient } from '@tanstack/react-query'
import { benefitKeys } from '@/entities/benefits/benefit'
import { deliveryKeys } from '@/entities/deliveries/delivery'
import { notificationKeys } from '@/entities/notifications/notification'
import { orderKeys } from '@/entities/orders/order'
import { profileKeys } from '@/entities/profiles/profile'
import { useUser } from '@/entities/session/session'
import { transactionKeys } from '@/entities/transactions/transaction'
import { coalesce, useChannel } from './use-channel'

/** Refetches on realtime events (admins: only notifications). */
export function useLiveUpdates(area: 'Member' | 'Admin') {
  const { id } = useUser()
  const client = useQueryClient()
  const isMember = area === 'Member'
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
  // Never DELETE, whose events bypass row-level security.
  const followed: { events: ('INSERT' | 'UPDATE')[]; table: string; column: string; keys: string[][] }[] = [
    { events: ['INSERT', 'UPDATE'], table: 'notifications', column: 'user_id', keys: [notificationKeys.all] },
    ...(isMember
      ? [
          // The balance decides what can be afforded.
          {
            events: ['UPDATE' as const],
            table: 'profiles',
            column: 'id',
            keys: [profileKeys.all, benefitKeys.catalogue],
          },
          {
            events: ['INSERT' as const],
            table: 'token_transactions',
            column: 'user_id',
            keys: [transactionKeys.all],
          },
          {
            events: ['INSERT' as const, 'UPDATE' as const],
            table: 'orders',
            column: 'user_id',
            keys: [orderKeys.all, deliveryKeys.all],
          },
        ]
      : []),
  ]

  useChannel(
    `${area}:${id}`,
    (channel) => {
      for (const { events, table, column, keys } of followed) {
        const onEvent = reload(keys)
        for (const event of events) {
          const rows = { event, schema: 'public', table, filter: `${column}=eq.${id}` } as const
          channel.on('postgres_changes', rows, onEvent)
        }
      }
    },
    () => {
      for (const { keys } of followed) for (const queryKey of keys) void refresh(queryKey)
    },
  )
}
