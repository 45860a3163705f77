import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Notification, notificationKeys } from '@/entities/notifications/notification'
import { useUser } from '@/entities/session/session'
import { applyRange, createdKey } from '@/entities/shared/keyset'
import { read, send } from '@/entities/shared/read'
import { offlineCacheOptions } from '@/lib/offline-cache'
import type { RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

const notificationsPerPage = 20

const ownQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.own(userId),
    initialPageParam: undefined as RowKey | undefined,
    queryFn: async ({ pageParam: key, signal }): Promise<Notification[]> => {
      const rows = supabase.from('notifications').select('*, joined_name').eq('user_id', userId)
      const range = { key, reverse: false, limit: notificationsPerPage + 1 }
      return read(applyRange(rows, 'created_at', range), signal)
    },
    getNextPageParam: (page) => {
      const last = page[notificationsPerPage - 1]
      return last && page.length > notificationsPerPage ? createdKey(last) : undefined
    },
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, notificationsPerPage)),
    ...offlineCacheOptions(),
    meta: { failed: '', storedOffline: true },
  })

/** Newest first; a failed refresh is reported in place. */
export function useNotifications() {
  return useInfiniteQuery(ownQuery(useUser().id))
}

const unread = (userId: string) =>
  supabase
    .from('notifications')
    // The server replaces it with its own time.
    .update({ read_at: new Date().toISOString() })
    .eq('user_id', userId)
    .is('read_at', null)

export function useMarkAsRead() {
  const { id } = useUser()
  return useMutation({
    mutationFn: (notificationId: string) => send(unread(id).eq('id', notificationId)),
    meta: { failed: 'form', refreshes: notificationKeys.all },
  })
}

/** Up to the newest one shown: notifications that arrive in the meantime stay unread. */
export function useMarkAllAsRead() {
  const { id } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (newest: Notification) => send(unread(id).lte('created_at', newest.created_at)),
    // Without a response, it may have succeeded.
    onError: () => client.invalidateQueries({ queryKey: notificationKeys.all }),
    meta: { failed: 'form', refreshes: notificationKeys.all },
  })
}
