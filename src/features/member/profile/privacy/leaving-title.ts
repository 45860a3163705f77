import { formatCount, formatLongDate } from '@/lib/format'

/** 'Your account will be deleted on 29 November 2027, in 14 days.' The last admin stays beyond that day (D49). */
export function leavingTitle(deletesAt: string, role: string): string {
  const at = new Date(deletesAt)
  if (role === 'admin' && at.getTime() <= Date.now())
    return 'Your account will be deleted as soon as there is another admin.'
  const days = Math.max(0, Math.ceil((at.getTime() - Date.now()) / 86_400_000))
  return `Your account will be deleted on ${formatLongDate(at)}, ${days === 0 ? 'today' : `in ${formatCount(days, 'day')}`}.`
}
