import { formatNumberRef } from '@/entities/explanations/number-ref'
import type { FlowStep, TokenStep } from '@/entities/overview/overview'
import { formatDate, formatNumber, formatTime, formatTimeAs, isToday, lazy } from '@/lib/format'

export type TokenFigure = 'issued' | 'spent' | 'outstanding'

export const tokenWords: Record<TokenFigure, string> = {
  issued: 'Issued',
  spent: 'Spent',
  outstanding: 'Outstanding',
}

export function tokensRef(number: TokenFigure, step: FlowStep, { starts_on }: TokenStep): string {
  return formatNumberRef({ number, step, from: starts_on })
}

export function allTokensRef(number: TokenFigure, step: FlowStep, rows: readonly TokenStep[]): string {
  if (number === 'outstanding') return formatNumberRef({ number, step: `${step}s` })
  return formatNumberRef({ number, step: `${step}s`, from: rows[0]?.starts_on })
}

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

export function flowTotals(rows: readonly TokenStep[]) {
  return {
    issued: rows.reduce((sum, row) => sum + row.issued, 0),
    spent: rows.reduce((sum, row) => sum + row.spent, 0),
    outstanding: rows.at(-1)?.outstanding ?? 0,
  }
}
