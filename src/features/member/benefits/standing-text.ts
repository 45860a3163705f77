import type { Standing } from '@/entities/benefits/standing'
import { formatDayOfMonth, formatNumber, formatTime } from '@/lib/format'

const day = 86_400_000

/** 'leaves 32', '3 short', 'sold out', 'opens 1 Dec', 'yours, 1 of 1': the line under a price. */
export function standingText(standing: Standing, now: number): string | undefined {
  switch (standing.kind) {
    case 'soon':
      return `opens ${nearDay(standing.opensAt, now)}`
    case 'yours':
      return `yours, ${formatNumber(standing.orders)} of ${formatNumber(standing.limit)}`
    case 'sold-out':
      return 'sold out'
    case 'short':
      return `${formatNumber(standing.tokens)} short`
    case 'leaves':
      return `leaves ${formatNumber(standing.tokens)}`
    case 'unknown':
      return undefined
  }
}

/** '1 Dec', within a day '09:00'. */
export function nearDay(iso: string, now: number): string {
  return Math.abs(Date.parse(iso) - now) < day ? formatTime(iso) : formatDayOfMonth(new Date(iso))
}
