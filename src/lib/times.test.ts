import { afterEach, describe, expect, it, vi } from 'vitest'
import { csvTime } from './csv'
import { formatDate, formatDateTime, formatDayOfMonth, formatLongDate, formatTime } from './format'
import { endOfDay, isDay, startOfDay } from './local-day'
import { localTime, localTimeProblem, storedTime } from './local-time'
import { formatDistance, formatLedgerTime, formatNearTime, hoursIn } from './near-time'

describe('times', () => {
  it.each(['infinity', '-infinity', '0044-03-15T12:00:00+00:00 BC', '10000-01-01T00:00:00+00:00'])(
    'shows a time that no date can hold as it is: %s',
    (iso) => {
      for (const format of [
        formatDate,
        formatTime,
        formatDateTime,
        formatLongDate,
        formatDayOfMonth,
        csvTime,
      ])
        expect(format(iso)).toBe(iso)
      expect(formatNearTime(iso, Date.now())).toBe(iso)
      expect(formatLedgerTime(iso, Date.now())).toBe(iso)
      expect(localTime(iso)).toBe('')
      expect(formatDate(new Date(iso))).toBe('Invalid Date')
    },
  )
})

describe('near times', () => {
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
  ])('rounds %d hours down to %s', (hours, text) => {
    expect(formatDistance(hours * hour)).toBe(text)
  })

  it('rounds hours down', () => {
    expect(hoursIn(2.99 * hour)).toBe(2)
  })

  it.each([-143, 143])('names the weekday of a time %d hours from now', (hours) => {
    const weekday = new Date(iso(hours)).toLocaleDateString(undefined, { weekday: 'long' })
    expect(formatNearTime(iso(hours), now)).toMatch(new RegExp(`^${weekday} \\d`))
  })

  it.each([-145, 145])('names the date of a time %d hours from now', (hours) => {
    expect(formatNearTime(iso(hours), now)).toBe(formatDateTime(iso(hours)))
  })

  it('leaves out the year of this year only', () => {
    expect(formatLedgerTime(iso(-24), now)).not.toContain('2026')
    expect(formatLedgerTime(iso(-24 * 365), now)).toContain('2025')
  })
})

describe('days', () => {
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
})

describe('times of a field', () => {
  it.each(['2027-12-01T09:00', '2027-07-01T23:59', '2028-02-29T00:00'])('keeps %s', (local) => {
    expect(localTime(storedTime(local))).toBe(local)
  })

  it("shows a stored time in the viewer's zone, to the minute", () => {
    const date = new Date(2027, 11, 1, 9, 5, 42)
    expect(localTime(date.toISOString())).toBe('2027-12-01T09:05')
  })

  it('writes as PostgREST does', () => {
    expect(storedTime('2027-12-01T09:00')).toMatch(/^2027-1[12]-\d\dT\d\d:\d\d:00\+00:00$/)
  })

  it('has nothing for no time', () => {
    expect(localTime(null)).toBe('')
    expect(storedTime('')).toBeNull()
  })

  it.each([
    ['', 'Enter a date and a time, or clear both.'],
    ['incomplete', 'Enter a date and a time, or clear both.'],
    ['0026-12-01T09:00', 'Write the year in four digits, from 2000 to 2199.'],
    ['0206-12-01T09:00', 'Write the year in four digits, from 2000 to 2199.'],
    ['9999-12-31T23:59', 'Write the year in four digits, from 2000 to 2199.'],
    ['2027-12-01T09:00', undefined],
    ['2199-12-30T00:00:30', undefined],
  ])('says what is wrong with %j: %s (D59)', (local, problem) => {
    expect(localTimeProblem(local)).toBe(problem)
  })

  it.each(['275760-12-01T09:00', '+275761-01-01T00:00'])('refuses %s', (local) => {
    expect(localTimeProblem(local)).toBeTypeOf('string')
  })

  it('refuses a time that the clocks skip, and keeps those around it (D59)', () => {
    const zone = process.env.TZ
    process.env.TZ = 'Europe/Berlin'
    try {
      expect(localTimeProblem('2027-03-28T02:30')).toMatch(/^The clocks go forward then/)
      expect(localTimeProblem('2027-03-28T01:59')).toBeUndefined()
      expect(localTimeProblem('2027-03-28T03:00')).toBeUndefined()
      expect(localTimeProblem('2027-10-31T02:30')).toBeUndefined()
      expect(localTime('0026-12-01T08:06:32+00:00')).toMatch(/^0026-12-01T0[89]:/)
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })
})
