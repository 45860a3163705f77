import { expect, it } from 'vitest'
import { balanceSteps, monthTicks, scaleStep } from './balance-steps'

const at = (created_at: string, balance_after: number) => ({ created_at, balance_after })
const now = new Date('2026-01-11T00:00:00Z')

it('draws a step at every entry until now', () => {
  const steps = balanceSteps([at('2026-01-01T00:00:00Z', 25), at('2026-01-06T00:00:00Z', 75)], now)
  expect(steps?.line).toBe('M0 100H0V68.75H50V6.25H100')
  expect(steps?.area).toBe('M0 100H0V68.75H50V6.25H100V100Z')
  expect(steps?.end).toBe(6.25)
  expect(steps?.highest.balance_after).toBe(75)
  expect(steps?.scale.map(({ value }) => value)).toEqual([25, 50, 75])
})

it('draws an entry of this moment, one ahead of the clock, and nothing without any', () => {
  expect(balanceSteps([at('2026-01-11T00:00:00Z', 25)], now)?.line).toBe('M0 100H0V21.88H100')
  const ahead = balanceSteps([at('2026-01-10T00:00:00Z', 25), at('2026-01-12T00:00:00Z', 5)], now)
  expect(ahead?.line).toContain('H100V')
  expect(balanceSteps([], now)).toBeUndefined()
})

it.each([
  [0, 1],
  [3, 1],
  [25, 10],
  [150, 50],
  [151, 100],
  [1200, 500],
  [2_000_000_000, 1_000_000_000],
])('scales %i in steps of %i', (highest, step) => {
  expect(scaleStep(highest)).toBe(step)
})

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

it.each([
  [1, 3],
  [2, 2],
  [5, 2],
  [20, 2],
])('draws at most three over %i years, evenly spaced: %i', (years, count) => {
  const ticks = monthTicks(new Date(2026 - years, 4, 7), new Date(2026, 4, 7))
  expect(ticks).toHaveLength(count)
  const gaps = ticks.slice(1).map(({ at }, index) => at - (ticks[index]?.at ?? 0))
  expect(Math.max(0, ...gaps) - Math.min(...gaps, Number.MAX_VALUE)).toBeLessThan(2)
})

it.each(['-infinity', '-271821-05-01T00:00:00Z', '0026-01-01T00:00:00Z', '9999-01-01T00:00:00Z'])(
  'draws none since %s (D59)',
  (impossible) => {
    expect(monthTicks(new Date(impossible), new Date(2026, 4, 7))).toEqual([])
  },
)
