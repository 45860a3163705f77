import { expect, it } from 'vitest'
import { formatDate, formatTime } from '@/lib/format'
import { nearDay } from './delivery-mark'

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
  expect(nearDay(date.toISOString(), now)).toBe(text(date))
})
