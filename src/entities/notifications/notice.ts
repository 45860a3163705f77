import type { Tables } from '@/lib/tables'

export type Notice = Tables<'notifications'>

export const noticeKeys = {
  all: ['notifications'],
  unread: (userId: string) => ['notifications', 'unread', userId],
  own: (userId: string) => ['notifications', 'own', userId],
  preferences: (userId: string) => ['notification-preferences', userId],
}
