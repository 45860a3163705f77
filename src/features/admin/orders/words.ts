import { formatDate, formatTime } from '@/lib/format'

/** A status as a word on a screen: 'pending' -> 'Pending'. */
export function statusWord(status: string): string {
  return status.slice(0, 1).toUpperCase() + status.slice(1)
}

/** 20 Nov 2026, 14:12 */
export function atTime(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)}`
}
