import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useUser } from '@/entities/session/session'
import { readOne, send } from '@/entities/shared/read'
import { errorMessage } from '@/lib/errors'
import { formatCount, formatLongDate } from '@/lib/format'
import { daysUntil } from '@/lib/near-time'
import { offlineCacheOptions } from '@/lib/offline-cache'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type Profile = Tables<'profiles'>

export const profileKeys = {
  all: ['profiles'],
  own: (userId: string) => ['profiles', 'own', userId],
  adminLists: ['profiles', 'admin-list'],
  adminList: (filters: object, cursor: PageCursor) => ['profiles', 'admin-list', filters, cursor],
  adminCount: (filters: object) => ['profiles', 'admin-count', filters],
  adminDetail: (id: string) => ['profiles', 'admin-detail', id],
  adminStats: (id: string) => ['profiles', 'admin-figures', id],
  adminFactors: (id: string) => [...profileKeys.adminStats(id), 'factors'],
  adminReports: (id: string, cursor: PageCursor) => ['profiles', 'admin-reports', id, cursor],
  adminNotes: (id: string, cursor: PageCursor) => ['profiles', 'admin-notes', id, cursor],
  adminMessages: (id: string, cursor: PageCursor) => ['profiles', 'admin-messages', id, cursor],
  adminRelatedCounts: (id: string) => ['profiles', 'admin-related-counts', id],
}

export type MembershipDates = Pick<Profile, 'membership_start_date' | 'membership_end_date'>

/** 'Active' without an end date, or with one of no end; else the days left, rounded up, else 'Expired'. Without a start it is not paid yet (D61). */
export function membershipStatus(
  { membership_start_date: start, membership_end_date: endDate }: MembershipDates,
  now = new Date(),
): string {
  if (start === null && endDate === null) return 'Not active yet'
  if (endDate === null || endDate === 'infinity') return 'Active'
  const days = daysUntil(endDate, now.getTime())
  return days > 0 ? `${formatCount(days, 'day')} remaining` : 'Expired'
}

/** A deletion is carried out 14 days after it was confirmed (D49). */
export const deletionDays = 14

export function deletionAskedAt(deletesAt: string): Date {
  return new Date(new Date(deletesAt).getTime() - deletionDays * 86_400_000)
}

export const profileQueries = {
  own: (userId: string) =>
    queryOptions({
      queryKey: profileKeys.own(userId),
      queryFn: ({ signal }) => readOne(supabase.from('profiles').select().eq('id', userId), signal),
      ...offlineCacheOptions(),
    }),
}

/** A missing row is an error (D19). */
export function useProfile() {
  return useQuery(profileQueries.own(useUser().id))
}

export function useKeepAccount() {
  return useMutation({
    mutationFn: () => send(supabase.rpc('keep_account')),
    meta: {
      failed: (error) => errorMessage(error, 'It is not known whether your account stays. Please try again.'),
    },
  })
}

/** 'Your account will be deleted on 29 November 2027, in 14 days.' The last admin stays beyond that day (D49). */
export function leavingTitle(deletesAt: string, role: string): string {
  const at = new Date(deletesAt)
  if (role === 'admin' && at.getTime() <= Date.now())
    return 'Your account will be deleted as soon as there is another admin.'
  const days = Math.max(0, daysUntil(deletesAt))
  return `Your account will be deleted on ${formatLongDate(at)}, ${days === 0 ? 'today' : `in ${formatCount(days, 'day')}`}.`
}
