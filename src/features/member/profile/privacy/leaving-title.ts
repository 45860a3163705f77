import { formatCount, formatLongDate } from '@/lib/format'

/** 'Your account will be deleted on 29 November 2027, in 14 days.' */
export function leavingTitle(deletesAt: string): string {
  const at = new Date(deletesAt)
  const days = Math.max(0, Math.ceil((at.getTime() - Date.now()) / 86_400_000))
  return `Your account will be deleted on ${formatLongDate(at)}, ${days === 0 ? 'today' : `in ${formatCount(days, 'day')}`}.`
}
