import { expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { endOfDay, lastMomentOf, startOfDay } from '@/lib/local-time'
import { days } from './days'

it('has days for this time zone', () => expect(days).not.toEqual([]))

it.each(days)('starts and ends $day at local midnight', ({ day, start, end }) => {
  expect([startOfDay(day), endOfDay(day)]).toEqual([start, end])
})

it.each(days)('shows $day as the date of its last moment', ({ day }) => {
  expect(formatDate(lastMomentOf(day))).toBe(formatDate(`${day}T00:00`))
})
