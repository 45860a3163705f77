import type { FlowStep } from '@/entities/overview/counts'
import { formatDate, formatNumber, formatTime, formatTimeAs, isToday } from '@/lib/format'
import { lazy } from '@/lib/lazy'

const shortDay = lazy(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }))
const shortMonth = lazy(() => new Intl.DateTimeFormat(undefined, { month: 'short' }))
const longMonth = lazy(() => new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }))
const compactFormat = lazy(
  () => new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }),
)

/** A day ('2026-11-16') starts at the viewer's midnight. */
const midnight = (day: string) => `${day}T00:00`

export function axisLabel(day: string, step: FlowStep): string {
  return formatTimeAs(step === 'month' ? shortMonth : shortDay, midnight(day))
}

export function stepLabel(day: string, step: FlowStep): string {
  return step === 'month' ? formatTimeAs(longMonth, midnight(day)) : formatDate(midnight(day))
}

/** At most 54 px wide: '1,000', '12.5K'. */
export function axisNumber(value: number): string {
  const size = Math.abs(value)
  return size < 10_000 ? formatNumber(size) : compactFormat().format(size)
}

export function labelEvery(count: number): number {
  return Math.max(1, Math.ceil(count / 6))
}

/** '14:12' today, else the day (D23). */
export function formatLastEmail(iso: string, now: Date): string {
  return `Last email ${isToday(iso, now) ? formatTime(iso) : formatDate(iso)}`
}
