import { expect, it } from 'vitest'
import { pageInfo } from '@/components/list/pager'
import { axisLabel, axisNumber, formatLastEmail, stepLabel } from '@/features/admin/overview/charts/labels'
import { csvTime } from '@/lib/csv'
import { formatDate, formatLongDate, formatNumber, formatSigned, formatTime } from '@/lib/format'

const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata']
const viewer = zones.indexOf(process.env.TZ ?? '')

// By viewer; written by hand, not by Intl, which would agree with itself (D27).
const expected = {
  number: ['12.345', '12,345', '١٢٬٣٤٥'],
  received: ['+1.234', '+1,234', '+١٬٢٣٤'],
  spent: ['−25', '−25', '−٢٥'],
  page: [
    '1.001 to 1.025 of 1.234 orders',
    '1,001 to 1,025 of 1,234 orders',
    '١٬٠٠١ to ١٬٠٢٥ of ١٬٢٣٤ orders',
  ],
  morning: ['20. Nov. 2026', 'Nov 19, 2026', '٢٠ نوفمبر ٢٠٢٦'],
  evening: ['21. Nov. 2026', 'Nov 20, 2026', '٢١ نوفمبر ٢٠٢٦'],
  longDate: ['Samstag, 21. November 2026', 'Friday, November 20, 2026', 'السبت، ٢١ نوفمبر ٢٠٢٦'],
  time: ['07:45', '10:45 AM', '١٢:١٥ ص'],
  day: ['16. Nov.', 'Nov 16', '١٦ نوفمبر'],
  week: ['16. Nov. 2026', 'Nov 16, 2026', '١٦ نوفمبر ٢٠٢٦'],
  month: ['November 2026', 'November 2026', 'نوفمبر ٢٠٢٦'],
  axis: ['1.234', '1,234', '١٬٢٣٤'],
  csv: ['2026-11-21 07:45', '2026-11-20 10:45', '2026-11-21 00:15'],
}
const text = (name: keyof typeof expected) => expected[name][viewer]

const morning = '2026-11-20T07:30:00Z'
const evening = '2026-11-20T18:45:00Z'

/** Without direction marks, and with plain spaces: both differ between ICU releases. */
const plain = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '').replace(/\s/g, ' ')

it('formats numbers in the local language', () => {
  expect(formatNumber(12_345)).toBe(text('number'))
  expect([formatSigned(1234), formatSigned(-25)]).toEqual([text('received'), text('spent')])
  expect(pageInfo(41, 25, 1234, 'order')).toBe(text('page'))
  expect(axisNumber(-1234)).toBe(text('axis'))
})

it('formats times in the local language and time zone', () => {
  expect([morning, evening].map(formatDate).map(plain)).toEqual([text('morning'), text('evening')])
  expect(plain(formatLongDate(new Date(evening)))).toBe(text('longDate'))
  expect(plain(formatTime(evening))).toBe(text('time'))
})

it('formats times for spreadsheets in the local time zone, without a language', () => {
  expect(csvTime(evening)).toBe(text('csv'))
})

it('formats a calendar day as the same day in every time zone', () => {
  const labels = [
    axisLabel('2026-11-16', 'day'),
    stepLabel('2026-11-16', 'week'),
    stepLabel('2026-11-01', 'month'),
  ]
  expect(labels.map(plain)).toEqual([text('day'), text('week'), text('month')])
})

it("shows the time of today's last email, and the date of an earlier one", () => {
  const now = new Date(evening)
  expect(plain(formatLastEmail(evening, now))).toBe(`Last email ${text('time')}`)
  const begun = new Date(now).setHours(0, 0, 0, 0)
  expect(formatLastEmail(new Date(begun).toISOString(), now)).toBe(
    `Last email ${formatTime(new Date(begun).toISOString())}`,
  )
  const before = new Date(begun - 60_000).toISOString()
  expect(formatLastEmail(before, now)).toBe(`Last email ${formatDate(before)}`)
})
