import { useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { readCount } from '@/entities/shared/read'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

/** `joined_name`: who joined by an invitation; null once they have left. */
export type Notification = Tables<'notifications'> & { joined_name?: string | null }

export const notificationKeys = {
  all: ['notifications'],
  unread: (userId: string) => ['notifications', 'unread', userId],
  own: (userId: string) => ['notifications', 'own', userId],
  preferences: (userId: string) => ['notification-preferences', userId],
}

/** A failure is not reported: the bell shows no count. */
export function useUnreadCount(): number | undefined {
  const userId = useUser().id
  return useQuery({
    queryKey: notificationKeys.unread(userId),
    queryFn: ({ signal }) =>
      readCount(
        supabase
          .from('notifications')
          .select('id', { count: 'exact' })
          .eq('user_id', userId)
          .is('read_at', null)
          .limit(1),
        signal,
      ),
    refetchOnWindowFocus: 'always',
    meta: { failed: '', storedOffline: true },
  }).data
}
