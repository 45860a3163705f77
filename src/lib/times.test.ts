import { describe, expect, it, vi } from 'vitest'
import { csvTime } from './csv'
import { formatDate, formatDateTime, formatDayOfMonth, formatLongDate, formatTime } from './format'
import {
  endOfDay,
  isDay,
  lastMomentOf,
  localTime,
  localTimeProblem,
  startOfDay,
  storedTime,
} from './local-time'
import { formatDistance, formatLedgerTime, formatNearTime, hoursIn } from './near-time'

it.each(['infinity', '-infinity', '0044-03-15T12:00:00+00:00 BC', '10000-01-01T00:00:00+00:00'])(
  'shows a time that no date can hold as it is: %s',
  (iso) => {
    for (const format of [formatDate, formatTime, formatDateTime, formatLongDate, formatDayOfMonth, csvTime])
      expect(format(iso)).toBe(iso)
    expect(formatNearTime(iso, Date.now())).toBe(iso)
    expect(formatLedgerTime(iso, Date.now())).toBe(iso)
    expect(localTime(iso)).toBe('')
    expect(formatDate(new Date(iso))).toBe('Invalid Date')
  },
)

describe('a time near now', () => {
  const hour = 3_600_000
  const now = Date.parse('2026-11-20T10:00:00Z')
  const iso = (hours: number) => new Date(now + hours * hour).toISOString()

  it.each([
    [0.9, 'less than an hour'],
    [1, '1 hour'],
    [3.99, '3 hours'],
    [47.9, '47 hours'],
    [48, '2 days'],
    [1000, '41 days'],
  ])('is %d hours away, rounded down to %s', (hours, text) => {
    expect(formatDistance(hours * hour)).toBe(text)
    expect(hoursIn(hours * hour)).toBe(Math.floor(hours))
  })

  it('is named by its weekday within six days, by its date beyond, and without the year of this year', () => {
    for (const hours of [-144, 143, 144]) {
      const weekday = new Date(iso(hours)).toLocaleDateString(undefined, { weekday: 'long' })
      expect(formatNearTime(iso(hours), now)).toMatch(new RegExp(`^${weekday} \\d`))
    }
    for (const hours of [-145, 145]) expect(formatNearTime(iso(hours), now)).toBe(formatDateTime(iso(hours)))
    expect(formatLedgerTime(iso(-24), now)).not.toContain('2026')
    expect(formatLedgerTime(iso(-24 * 365), now)).toContain('2025')
  })
})

describe('a day', () => {
  // By name: where tests run in UTC, local days would be the days of UTC.
  it.each([
    ['Europe/Amsterdam', '2026-11-19T23:00:00.000Z', 23, 25],
    ['America/New_York', '2026-11-20T05:00:00.000Z', 24, 24],
    ['Asia/Kathmandu', '2026-11-19T18:15:00.000Z', 24, 24],
    ['Pacific/Auckland', '2026-11-19T11:00:00.000Z', 24, 24],
  ])('in %s is from midnight to midnight, also when the clock changes', (zone, start, shortest, longest) => {
    vi.stubEnv('TZ', zone)
    const hours = (day: string) => (Date.parse(endOfDay(day)) - Date.parse(startOfDay(day))) / 3_600_000
    expect([startOfDay('2026-11-20'), endOfDay('2026-11-19')]).toEqual([start, start])
    expect(endOfDay('2026-12-31')).toBe(startOfDay('2027-01-01'))
    expect(localTime(lastMomentOf('2026-11-20'))).toBe('2026-11-20T23:59')
    expect([hours('2026-03-29'), hours('2026-10-25')]).toEqual([shortest, longest])
  })

  it('without a midnight starts an hour later', () => {
    vi.stubEnv('TZ', 'Africa/Cairo')
    expect(startOfDay('2026-04-24')).toBe('2026-04-23T22:00:00.000Z')
    expect(endOfDay('2026-04-23')).toBe('2026-04-23T22:00:00.000Z')
    expect(endOfDay('2026-04-24')).toBe('2026-04-24T21:00:00.000Z')
  })

  it.each('2026-02-28 2028-02-29 0001-01-01'.split(' '))('is %s', (day) => expect(isDay(day)).toBe(true))
  it.each('|2026-02-30|2027-02-29|2026-13-01|20261-01-01|yesterday|2026-1-1'.split('|'))('is not %j', (day) =>
    expect(isDay(day)).toBe(false),
  )
})

describe('a time of a field', () => {
  it("is stored and shown in the viewer's zone, to the minute, and written as PostgREST does", () => {
    for (const local of ['2027-12-01T09:00', '2027-07-01T23:59', '2028-02-29T00:00'])
      expect(localTime(storedTime(local))).toBe(local)
    expect(localTime(new Date(2027, 11, 1, 9, 5, 42).toISOString())).toBe('2027-12-01T09:05')
    expect(storedTime('2027-12-01T09:00')).toMatch(/^2027-1[12]-\d\dT\d\d:\d\d:00\+00:00$/)
    expect([localTime(null), storedTime('')]).toEqual(['', null])
  })

  const incomplete = 'Enter a date and a time, or clear both.'
  const year = 'Write the year in four digits, from 2000 to 2199.'

  it.each([
    ['', incomplete],
    ['incomplete', incomplete],
    ['0026-12-01T09:00', year],
    ['0206-12-01T09:00', year],
    ['1999-12-31T23:59', year],
    ['2200-01-01T00:00', year],
    ['9999-12-31T23:59', year],
    ['2000-01-02T00:00', undefined],
    ['2199-12-30T00:00:30', undefined],
    ['275760-12-01T09:00', expect.any(String)],
    ['+275761-01-01T00:00', expect.any(String)],
  ])('%j has this problem: %s (D59)', (local, problem) => {
    expect(localTimeProblem(local)).toEqual(problem)
  })

  it('is not one that the clocks skip (D59)', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(localTimeProblem('2027-03-28T02:30')).toMatch(/^The clocks go forward then/)
    for (const local of ['2027-03-28T01:59', '2027-03-28T03:00', '2027-10-31T02:30'])
      expect(localTimeProblem(local)).toBeUndefined()
    expect(localTime('0026-12-01T08:06:32+00:00')).toMatch(/^0026-12-01T0[89]:/)
  })
})
