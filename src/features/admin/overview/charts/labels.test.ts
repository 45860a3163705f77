import { expect, it } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { axisLabel, axisNumber, formatLastEmail, labelEvery, stepLabel } from './labels'
import { columnScale, ticksOf } from './scales'
import { flowTotals } from './token-totals'

it('labels a day as that day in any time zone', () => {
  expect(axisLabel('2026-11-16', 'day')).toMatch(/^(16 Nov|Nov 16)$/)
  expect(axisLabel('2026-11-16', 'week')).toMatch(/^(16 Nov|Nov 16)$/)
  expect(stepLabel('2026-11-16', 'week')).toBe(formatDate('2026-11-16T12:00:00'))
})

it('labels a month', () => {
  expect(axisLabel('2026-11-01', 'month')).toBe('Nov')
  expect(stepLabel('2026-11-01', 'month')).toBe('November 2026')
})

it.each([
  [0, '0'],
  [1_000, '1,000'],
  [-500, '500'],
  [12_500, '12.5K'],
  [2_000_000, '2M'],
])('formats %d on an axis as %s', (value, text) => {
  expect(axisNumber(value)).toBe(text)
})

it.each([
  [1, 1],
  [6, 1],
  [12, 2],
  [30, 5],
])('labels %d columns at every %d', (count, every) => {
  expect(labelEvery(count)).toBe(every)
})

it('formats the time of an email of today, or else its day (D23)', () => {
  const now = new Date(2026, 10, 21, 15)
  const today = new Date(2026, 10, 21, 0, 1).toISOString()
  const before = new Date(2026, 10, 20, 23, 59).toISOString()
  expect(formatLastEmail(today, now)).toBe(`Last email ${formatTime(today)}`)
  expect(formatLastEmail(before, now)).toBe(`Last email ${formatDate(before)}`)
})

it('centres bars in their columns', () => {
  const columns = columnScale(4)
  expect(columns.bandwidth()).toBeCloseTo(12.5)
  expect([0, 1, 2, 3].map((index) => columns(index))).toEqual([6.25, 31.25, 56.25, 81.25])
})

it('has no ticks between whole numbers', () => {
  const scale = Object.assign((value: number) => value * 10, { ticks: () => [0, 0.5, 1] })
  expect(ticksOf(scale, 2)).toEqual([
    { value: 0, top: 0 },
    { value: 1, top: 10 },
  ])
})

it('adds up issued and spent, and takes outstanding from the last step', () => {
  expect(
    flowTotals([
      { starts_on: '2026-11-09', issued: 100, spent: 30, outstanding: 500 },
      { starts_on: '2026-11-16', issued: 20, spent: 70, outstanding: 450 },
    ]),
  ).toEqual({ issued: 120, spent: 100, outstanding: 450 })
  expect(flowTotals([])).toEqual({ issued: 0, spent: 0, outstanding: 0 })
})
