import { formatCount, formatDateTime, formatDayOfMonth, formatTime } from '@/lib/format'

const hour = 3_600_000
const maxNear = 6 * 24 * hour

/** 'Tuesday 14:10' within six days of now, else '31 Dec 2027, 14:10'. */
export function formatNearTime(iso: string, now: number, style: 'long' | 'short' = 'long'): string {
  // Not '>', which is false of a time that no Date can hold.
  if (!(Math.abs(Date.parse(iso) - now) <= maxNear)) return formatDateTime(iso)
  return `${new Intl.DateTimeFormat(undefined, { weekday: style }).format(new Date(iso))} ${formatTime(iso)}`
}

/** '12 Nov 10:26' in this year, else with the year. */
export function formatLedgerTime(iso: string, now: number): string {
  const date = new Date(iso)
  if (date.getFullYear() !== new Date(now).getFullYear()) return formatDateTime(iso)
  return `${formatDayOfMonth(date)} ${formatTime(iso)}`
}

/** Whole days until then, rounded up; nought or less once it has passed. */
export function daysUntil(iso: string, now = Date.now()): number {
  return Math.ceil((Date.parse(iso) - now) / (24 * hour))
}

/** Whole hours, rounded down. */
export function hoursIn(ms: number): number {
  return Math.floor(ms / hour)
}

/** '19 hours', '3 days' from two days on, 'less than an hour'. */
export function formatDistance(ms: number): string {
  const hours = hoursIn(ms)
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day')
}
