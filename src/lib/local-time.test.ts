import { expect, it } from 'vitest'
import { localTime, localTimeProblem, storedTime } from './local-time'

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
