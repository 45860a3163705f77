import { expect, it } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { availabilityText, formatNearDay, isWithinWeek, remainingText } from './delivery-mark'

const now = new Date(2026, 11, 15, 20).getTime()
const at = (...parts: [year: number, month: number, day: number, hour: number]) => new Date(...parts)
const dayOf = (date: Date) => date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
const weekdayOf = (date: Date) => date.toLocaleDateString(undefined, { weekday: 'short' })
const timeOf = (date: Date) => formatTime(date.toISOString())

it.each([
  ['today, the time', at(2026, 11, 15, 23), timeOf],
  [
    'tomorrow, also within a day, weekday and time',
    at(2026, 11, 16, 9),
    (d: Date) => `${weekdayOf(d)} ${timeOf(d)}`,
  ],
  ['within six days, weekday and time', at(2026, 11, 20, 9), (d: Date) => `${weekdayOf(d)} ${timeOf(d)}`],
  ['later this year, the day', at(2026, 11, 31, 9), dayOf],
  ['in another year, the date', at(2027, 11, 1, 9), (d: Date) => formatDate(d.toISOString())],
])('says of %s', (_, date, text) => {
  expect(formatNearDay(date.toISOString(), now)).toBe(text(date))
})

it.each<[Parameters<typeof availabilityText>[0], string | undefined]>([
  [{ kind: 'soon', opensAt: at(2026, 11, 31, 9).toISOString() }, `opens ${dayOf(at(2026, 11, 31, 9))}`],
  [{ kind: 'soon', opensAt: at(2026, 11, 15, 20).toISOString() }, 'opens soon'],
  [{ kind: 'yours', orders: 1, limit: 1200 }, 'yours, 1 of 1,200'],
  [{ kind: 'sold-out' }, 'sold out'],
  [{ kind: 'short', tokens: 3 }, '3 short'],
  [{ kind: 'leaves', tokens: 1032 }, 'leaves 1,032'],
  [{ kind: 'unpaid', due: 'pay' }, 'after payment'],
  [{ kind: 'unpaid', due: 'renew' }, 'after renewal'],
  [{ kind: 'unknown' }, undefined],
])('says of %o: %s', (availability, text) => {
  expect(availabilityText(availability, now)).toBe(text)
})

it('takes six days for near, and counts places where somebody delivers by hand', () => {
  const six = 6 * 86_400_000
  expect([six, -six, six + 1].map((ms) => isWithinWeek(new Date(now + ms).toISOString(), now))).toEqual([
    true,
    true,
    false,
  ])
  expect([remainingText(1, 'manual'), remainingText(1200, 'key')]).toEqual(['1 place left', '1,200 left'])
})
