import { afterEach, describe, expect, it, vi } from 'vitest'
import { endOfDay, isDay, startOfDay } from './local-day'

afterEach(() => vi.unstubAllEnvs())

// By name: where tests run in UTC, local days would be the days of UTC.
describe.each([
  ['Europe/Amsterdam', '2026-11-19T23:00:00.000Z', 23, 25],
  ['America/New_York', '2026-11-20T05:00:00.000Z', 24, 24],
  ['Asia/Kathmandu', '2026-11-19T18:15:00.000Z', 24, 24],
])('in %s', (zone, start, shortest, longest) => {
  const hours = (day: string) => (Date.parse(endOfDay(day)) - Date.parse(startOfDay(day))) / 3_600_000

  it('starts a day at local midnight', () => {
    vi.stubEnv('TZ', zone)
    expect(startOfDay('2026-11-20')).toBe(start)
    expect(endOfDay('2026-11-19')).toBe(start)
    expect(endOfDay('2026-12-31')).toBe(startOfDay('2027-01-01'))
  })

  it('ends a day at the next midnight, also when the clock changes', () => {
    vi.stubEnv('TZ', zone)
    expect([hours('2026-03-29'), hours('2026-10-25')]).toEqual([shortest, longest])
  })
})

it('starts a day without a midnight an hour later', () => {
  vi.stubEnv('TZ', 'Africa/Cairo')
  expect(startOfDay('2026-04-24')).toBe('2026-04-23T22:00:00.000Z')
  expect(endOfDay('2026-04-23')).toBe('2026-04-23T22:00:00.000Z')
  expect(endOfDay('2026-04-24')).toBe('2026-04-24T21:00:00.000Z')
})

it.each(['2026-02-28', '2028-02-29', '0001-01-01'])('accepts %s', (day) => expect(isDay(day)).toBe(true))
it.each(['', '2026-02-30', '2027-02-29', '2026-13-01', '20261-01-01', 'yesterday', '2026-1-1'])(
  'rejects %j',
  (day) => expect(isDay(day)).toBe(false),
)
