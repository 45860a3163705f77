import { expect, it } from 'vitest'
import { balanceSteps, scaleStep } from './balance-steps'

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

it('draws an entry of this moment, and one ahead of the clock', () => {
  expect(balanceSteps([at('2026-01-11T00:00:00Z', 25)], now)?.line).toBe('M0 100H0V21.88H100')
  const ahead = balanceSteps([at('2026-01-10T00:00:00Z', 25), at('2026-01-12T00:00:00Z', 5)], now)
  expect(ahead?.line).toContain('H100V')
})

it('draws nothing without an entry', () => {
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
