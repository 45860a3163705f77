import type { Tables } from '@/lib/tables'

export type Notification = Tables<'notifications'>

export const notificationKeys = {
  all: ['notifications'],
  unread: (userId: string) => ['notifications', 'unread', userId],
  own: (userId: string) => ['notifications', 'own', userId],
  preferences: (userId: string) => ['notification-preferences', userId],
}
