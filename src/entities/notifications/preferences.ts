import { useMutation, useQuery } from '@tanstack/react-query'
import { notificationKeys } from '@/entities/notifications/notification'
import { useUser } from '@/entities/session/session'
import { read } from '@/entities/shared/read'
import { offlineCacheOptions } from '@/lib/offline-cache'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type NotificationGroup = {
  id: string
  label: string
  hint: string
  byEmail: boolean
  /** Always shown in the app. */
  locked?: true
}

/** The defaults: everything in the app, and by email if `byEmail`, as in the database. */
export const memberGroups: readonly NotificationGroup[] = [
  {
    id: 'orders',
    label: 'Orders',
    hint: 'In progress, delivered, cancelled, answers to a report',
    byEmail: true,
    locked: true,
  },
  {
    id: 'tokens',
    label: 'Tokens',
    hint: 'Tokens added, credits, corrections',
    byEmail: false,
    locked: true,
  },
  { id: 'favourites', label: 'Favourites', hint: 'Available again, or open', byEmail: true },
  {
    id: 'membership',
    label: 'Membership',
    hint: 'Extended, refunded, ending in 30 days, and in 7',
    byEmail: true,
  },
  { id: 'invitations', label: 'Invitations', hint: 'Somebody you invited has joined', byEmail: true },
  { id: 'announcements', label: 'Announcements', hint: 'What the club writes to all or many', byEmail: true },
]

export const adminGroups: readonly NotificationGroup[] = [
  { id: 'stock', label: 'Stock', hint: 'Keys or units below the low mark', byEmail: true },
  { id: 'late', label: 'Late orders', hint: 'Not delivered within 48 hours', byEmail: false },
  { id: 'reports', label: 'Reports', hint: 'A delivery that does not work', byEmail: true },
  { id: 'emails', label: 'Failed emails', hint: 'Given up after several attempts', byEmail: true },
  {
    id: 'grants',
    label: 'Tokens and payments',
    hint: 'More than 1,000 tokens at once, disputes, what the nightly check finds',
    byEmail: false,
  },
]

type Preference = Pick<Tables<'notification_preferences'>, 'kind' | 'in_app' | 'by_email'>
export type Channel = 'in_app' | 'by_email'

/** Only what differs from the stored preferences, by group and channel. */
export type Choices = Record<string, Partial<Record<Channel, boolean>>>

async function readPreferences(userId: string, signal: AbortSignal): Promise<Preference[]> {
  return read(
    supabase.from('notification_preferences').select('kind, in_app, by_email').eq('user_id', userId),
    signal,
  )
}

export function useNotificationPreferences() {
  const userId = useUser().id
  return useQuery({
    queryKey: notificationKeys.preferences(userId),
    queryFn: ({ signal }) => readPreferences(userId, signal),
    refetchOnWindowFocus: 'always',
    ...offlineCacheOptions(),
  })
}

export function preferenceFor({ id, byEmail }: NotificationGroup, stored: readonly Preference[]): Preference {
  return stored.find(({ kind }) => kind === id) ?? { kind: id, in_app: true, by_email: byEmail }
}

/** Writes only the columns that were changed here: the others may change elsewhere, for example by a link in an email. */
export function useSavePreferences(groups: readonly NotificationGroup[]) {
  const { id } = useUser()
  return useMutation({
    mutationFn: async (choices: Choices) => {
      const rows = groups
        .filter((group) => choices[group.id])
        .map((group) => ({ ...preferenceFor(group, []), ...choices[group.id], user_id: id }))
      const preferences = () => supabase.from('notification_preferences')
      await preferences().upsert(rows, { ignoreDuplicates: true }).throwOnError()
      for (const { kind } of rows)
        await preferences()
          .update(choices[kind] ?? {})
          .eq('user_id', id)
          .eq('kind', kind)
          .throwOnError()
    },
    meta: {
      failed: { title: 'Update Failed', description: 'Your choices could not be saved.' },
      refreshes: notificationKeys.preferences(id),
    },
  })
}

/** Works signed out, with the link of an email; undefined if the link is not valid (RFC 8058). */
export function useUnsubscribe() {
  return useMutation({
    mutationFn: async (token: string): Promise<string | undefined> => {
      const { data } = await supabase.rpc('unsubscribe', { p_token: token }).single().throwOnError()
      return data.ok ? data.kind : undefined
    },
    meta: { failed: 'form' },
  })
}
