import { expect, it } from 'vitest'
import { localTime, storedTime } from './local-time'

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
