import type { Tables } from '@/lib/tables'

/** `joined_name`: who joined by an invitation; null once they have left. */
export type Notification = Tables<'notifications'> & { joined_name?: string | null }

export const notificationKeys = {
  all: ['notifications'],
  unread: (userId: string) => ['notifications', 'unread', userId],
  own: (userId: string) => ['notifications', 'own', userId],
  preferences: (userId: string) => ['notification-preferences', userId],
}
