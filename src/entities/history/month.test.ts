import { expect, it } from 'vitest'
import { isMonth, lastDayOf, monthBounds, monthsSince, newestStatement } from './statement'

it.each([
  ['the previous month', '2026-10-31T23:00:00', '2026-11-23T12:00:00', '2026-10'],
  ['the month in which the member joined', '2026-11-01T00:00:00', '2026-11-23T12:00:00', '2026-11'],
  ['the December before a January', '2020-01-01T00:00:00', '2026-01-31T12:00:00', '2025-12'],
])('starts with %s', (_which, joined, now, month) => {
  expect(newestStatement(new Date(joined), new Date(now))).toBe(month)
})

it.each([
  ['each month, the newest first,', '2025-11-30T12:00:00', ['2026-02', '2026-01', '2025-12', '2025-11']],
  ...['-infinity', '-000001-05-01T00:00:00Z', '-271821-05-01T00:00:00Z', '0001-01-01T00:00:00Z'].map(
    (impossible) => ['the current month alone', impossible, ['2026-02']] as const,
  ),
] as const)('offers %s to somebody who joined at %s (D59)', (_what, joined, months) => {
  expect(monthsSince(new Date(joined), new Date('2026-02-28T12:00:00'))).toEqual(months)
})

it('ends a month where the next begins, in local time (D27)', () => {
  const [from, until] = ['2026-12-01T00:00', '2027-01-01T00:00'].map((day) => new Date(day).toISOString())
  expect(monthBounds('2026-12')).toEqual({ from, until })
  const lastDays = ['2028-02', '2026-12'].map((month) => lastDayOf(month).getDate())
  expect(lastDays).toEqual([29, 31])
})

it.each(['2026-13', '2026-00', '1969-12', '2026-1', 'newest'])('takes %s for no month', (text) => {
  expect(isMonth(text)).toBe(false)
})

it.each(['1970-01', '2026-10', '2026-12'])('takes %s for a month', (text) => {
  expect(isMonth(text)).toBe(true)
})
