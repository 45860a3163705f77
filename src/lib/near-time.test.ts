import { expect, it } from 'vitest'
import { formatDateTime } from './format'
import { formatDistance, formatLedgerTime, formatNearTime, hoursIn } from './near-time'

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
