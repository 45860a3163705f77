import { formatCount } from '@/lib/format'
import type { PageCursor } from '@/lib/page-cursor'
import type { Tables } from '@/lib/tables'

export type Profile = Tables<'profiles'>

export const profileKeys = {
  all: ['profiles'],
  own: (userId: string) => ['profiles', 'own', userId],
  adminLists: ['profiles', 'admin-list'],
  adminList: (filters: object, cursor: PageCursor) => ['profiles', 'admin-list', filters, cursor],
  adminCount: (filters: object) => ['profiles', 'admin-count', filters],
  adminDetail: (id: string) => ['profiles', 'admin-detail', id],
  adminFigures: (id: string) => ['profiles', 'admin-figures', id],
  adminFactors: (id: string) => [...profileKeys.adminFigures(id), 'factors'],
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
  const days = Math.ceil((new Date(endDate).getTime() - now.getTime()) / 86_400_000)
  return days > 0 ? `${formatCount(days, 'day')} remaining` : 'Expired'
}

/** A deletion is carried out 14 days after it was confirmed (D49). */
export const deletionDays = 14

export function deletionAskedAt(deletesAt: string): Date {
  return new Date(new Date(deletesAt).getTime() - deletionDays * 86_400_000)
}
