import type { Availability } from '@/entities/benefits/availability'
import { formatDate, formatDayOfMonth, formatNumber, formatTime } from '@/lib/format'
import { isToday } from '@/lib/is-today'
import { formatNearTime } from '@/lib/near-time'

/** As formatNearTime(), which is part of every page. */
const maxNear = 6 * 86_400_000

/** 'leaves 32', '3 short', 'sold out', 'opens 1 Dec', 'yours, 1 of 1': the line under a price. */
export function availabilityText(availability: Availability, now: number): string | undefined {
  switch (availability.kind) {
    case 'soon':
      // By a clock ahead of the server's.
      return Date.parse(availability.opensAt) > now
        ? `opens ${nearDay(availability.opensAt, now)}`
        : 'opens soon'
    case 'yours':
      return `yours, ${formatNumber(availability.orders)} of ${formatNumber(availability.limit)}`
    case 'sold-out':
      return 'sold out'
    case 'short':
      return `${formatNumber(availability.tokens)} short`
    case 'leaves':
      return `leaves ${formatNumber(availability.tokens)}`
    case 'unknown':
      return undefined
  }
}

/** Whether its weekday says which day it is. */
export function isNear(iso: string, now: number): boolean {
  return Math.abs(Date.parse(iso) - now) <= maxNear
}

/** '09:00' today, 'Tue 09:00' within six days, '1 Dec' in this year, else '1 Dec 2027'. */
export function nearDay(iso: string, now: number): string {
  const date = new Date(iso)
  const today = new Date(now)
  if (isToday(iso, today)) return formatTime(iso)
  if (isNear(iso, now)) return formatNearTime(iso, now, 'short')
  return date.getFullYear() === today.getFullYear() ? formatDayOfMonth(date) : formatDate(iso)
}
