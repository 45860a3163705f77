import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Notice, noticeKeys } from '@/entities/notifications/notice'
import { useUser } from '@/entities/session/session'
import { createdKey, inRange } from '@/entities/shared/keyset'
import { cachedOffline } from '@/lib/offline-cache'
import type { RowKey } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

const noticesPerPage = 20

const ownQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: noticeKeys.own(userId),
    initialPageParam: undefined as RowKey | undefined,
    queryFn: async ({ pageParam: key, signal }): Promise<Notice[]> => {
      const rows = supabase.from('notifications').select().eq('user_id', userId)
      const range = { key, reverse: false, limit: noticesPerPage + 1 }
      const { data } = await inRange(rows, 'created_at', range).abortSignal(signal).throwOnError()
      return data
    },
    getNextPageParam: (page) => {
      const last = page[noticesPerPage - 1]
      return last && page.length > noticesPerPage ? createdKey(last) : undefined
    },
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, noticesPerPage)),
    ...cachedOffline(),
    meta: { failed: '', storedOffline: true },
  })

/** Newest first; a failed refresh is reported in place. */
export function useNotices() {
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
    mutationFn: async (noticeId: string) => {
      await unread(id).eq('id', noticeId).throwOnError()
    },
    meta: { failed: 'form', refreshes: noticeKeys.all },
  })
}

/** Up to the newest one shown: notices that arrive in the meantime stay unread. */
export function useMarkAllAsRead() {
  const { id } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (newest: Notice) => {
      await unread(id).lte('created_at', newest.created_at).throwOnError()
    },
    // Without a response, it may have succeeded.
    onError: () => client.invalidateQueries({ queryKey: noticeKeys.all }),
    meta: { failed: 'form', refreshes: noticeKeys.all },
  })
}
