import { expect, it } from 'vitest'
import { monthTicks } from './month-ticks'

const day = (date: Date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`

it.each([
  ['on the first of each month', new Date(2026, 8, 2), new Date(2026, 10, 20), ['2026-10-1', '2026-11-1']],
  ['not near the start', new Date(2026, 8, 29), new Date(2026, 9, 20), []],
  ['not near the end', new Date(2026, 8, 10), new Date(2026, 9, 2), []],
  ['not on the day of the first entry', new Date(2026, 8, 1, 12), new Date(2026, 8, 1, 12), []],
])('draws ticks %s', (_where, start, now, expected) => {
  expect(monthTicks(start, now).map(({ date }) => day(date))).toEqual(expected)
})

it('positions a tick by time', () => {
  const [tick] = monthTicks(new Date(2026, 8, 21), new Date(2026, 9, 11))
  expect(tick?.at).toBeCloseTo(50, 0)
})

it.each([1, 2, 5, 20])('draws at most three over %i years, evenly spaced', (years) => {
  const ticks = monthTicks(new Date(2026 - years, 4, 7), new Date(2026, 4, 7))
  expect(ticks.length).toBeGreaterThan(0)
  expect(ticks.length).toBeLessThanOrEqual(3)
  const gaps = ticks.slice(1).map(({ at }, index) => at - (ticks[index]?.at ?? 0))
  expect(Math.max(0, ...gaps) - Math.min(...gaps, Number.MAX_VALUE)).toBeLessThan(2)
})

it.each(['-infinity', '-271821-05-01T00:00:00Z', '0026-01-01T00:00:00Z', '9999-01-01T00:00:00Z'])(
  'draws none since %s (D59)',
  (impossible) => {
    expect(monthTicks(new Date(impossible), new Date(2026, 4, 7))).toEqual([])
  },
)
