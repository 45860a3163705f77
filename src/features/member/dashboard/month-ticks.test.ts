import { expect, it } from 'vitest'
import { monthTicks } from './month-ticks'

const ticks = (begin: Date, now: Date) =>
  monthTicks(begin, now).map(({ date }) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`)

it('stands on the first of each month, at its place in time', () => {
  expect(ticks(new Date(2026, 8, 2), new Date(2026, 10, 20))).toEqual(['2026-10-1', '2026-11-1'])
  const [tick] = monthTicks(new Date(2026, 8, 21), new Date(2026, 9, 11))
  expect(tick?.at).toBeCloseTo(50, 0)
})

it('leaves the room of the labels at both ends', () => {
  expect(ticks(new Date(2026, 8, 29), new Date(2026, 9, 20))).toEqual([])
  expect(ticks(new Date(2026, 8, 10), new Date(2026, 9, 2))).toEqual([])
})

it.each([1, 2, 5, 20])('has at most three over %i years, evenly apart', (years) => {
  const found = monthTicks(new Date(2026 - years, 4, 7), new Date(2026, 4, 7))
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(3)
  const gaps = found.slice(1).map(({ at }, index) => at - (found[index]?.at ?? 0))
  expect(Math.max(0, ...gaps) - Math.min(...gaps, Number.MAX_VALUE)).toBeLessThan(2)
})

it('has none on the day of the first entry', () => {
  const now = new Date(2026, 8, 1, 12)
  expect(ticks(now, now)).toEqual([])
})
