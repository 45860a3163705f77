import { expect, it } from 'vitest'
import { endOfDay, isDay, startOfDay } from './local-day'

it('covers the whole local day', () => {
  expect(startOfDay('2026-11-20')).toBe(new Date(2026, 10, 20, 0, 0, 0, 0).toISOString())
  expect(endOfDay('2026-11-20')).toBe(new Date(2026, 10, 21, 0, 0, 0, 0).toISOString())
  expect(endOfDay('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString())
})

it('ends a day at the next midnight, also where the clock changes', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01']) {
    const end = new Date(endOfDay(day))
    expect([end.getHours(), end.getMinutes()]).toEqual([0, 0])
    expect(end.getDate()).not.toBe(new Date(startOfDay(day)).getDate())
  }
})

it.each(['2026-02-28', '2028-02-29', '0001-01-01'])('knows the day %s', (day) =>
  expect(isDay(day)).toBe(true),
)
it.each(['', '2026-02-30', '2027-02-29', '2026-13-01', '20261-01-01', 'yesterday', '2026-1-1'])(
  'refuses %j',
  (day) => expect(isDay(day)).toBe(false),
)
