import { expect, it } from 'vitest'
import { axisLabel, axisNumber, formatLastEmail, stepLabel } from '@/features/admin/overview/charts/labels'
import { csvTime } from '@/lib/csv'
import { formatDate, formatLongDate, formatNumber, formatSigned, formatTime, pageInfo } from '@/lib/format'

// Written by hand, not by Intl, which would agree with itself (D27).
const expected = {
  'Pacific/Auckland': {
    number: '12.345',
    signed: ['+1.234', '−25'],
    page: '1.001 to 1.025 of 1.234 orders',
    dates: ['20. Nov. 2026', '21. Nov. 2026'],
    longDate: 'Samstag, 21. November 2026',
    time: '07:45',
    step: ['16. Nov.', '16. Nov. 2026', 'November 2026'],
    axis: '1.234',
    csv: '2026-11-21 07:45',
  },
  'America/Los_Angeles': {
    number: '12,345',
    signed: ['+1,234', '−25'],
    page: '1,001 to 1,025 of 1,234 orders',
    dates: ['Nov 19, 2026', 'Nov 20, 2026'],
    longDate: 'Friday, November 20, 2026',
    time: '10:45 AM',
    step: ['Nov 16', 'Nov 16, 2026', 'November 2026'],
    axis: '1,234',
    csv: '2026-11-20 10:45',
  },
  'Asia/Kolkata': {
    number: '١٢٬٣٤٥',
    signed: ['+١٬٢٣٤', '−٢٥'],
    page: '١٬٠٠١ to ١٬٠٢٥ of ١٬٢٣٤ orders',
    dates: ['٢٠ نوفمبر ٢٠٢٦', '٢١ نوفمبر ٢٠٢٦'],
    longDate: 'السبت، ٢١ نوفمبر ٢٠٢٦',
    time: '١٢:١٥ ص',
    step: ['١٦ نوفمبر', '١٦ نوفمبر ٢٠٢٦', 'نوفمبر ٢٠٢٦'],
    axis: '١٬٢٣٤',
    csv: '2026-11-21 00:15',
  },
}[process.env.TZ ?? '']

const morning = '2026-11-20T07:30:00Z'
const evening = '2026-11-20T18:45:00Z'

/** Without direction marks, and with plain spaces: both differ between ICU releases. */
const plain = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '').replace(/\s/g, ' ')

it('formats numbers in the local language', () => {
  expect(formatNumber(12_345)).toBe(expected?.number)
  expect([formatSigned(1234), formatSigned(-25)]).toEqual(expected?.signed)
  expect(pageInfo(41, 25, 1234, 'order')).toBe(expected?.page)
  expect(axisNumber(-1234)).toBe(expected?.axis)
})

it('formats times in the local language and time zone', () => {
  expect([morning, evening].map(formatDate).map(plain)).toEqual(expected?.dates)
  expect(plain(formatLongDate(new Date(evening)))).toBe(expected?.longDate)
  expect(plain(formatTime(evening))).toBe(expected?.time)
})

it('formats times for spreadsheets in the local time zone, without a language', () => {
  expect(csvTime(evening)).toBe(expected?.csv)
})

it('formats a calendar day as the same day in every time zone', () => {
  const labels = [
    axisLabel('2026-11-16', 'day'),
    stepLabel('2026-11-16', 'week'),
    stepLabel('2026-11-01', 'month'),
  ]
  expect(labels.map(plain)).toEqual(expected?.step)
})

it("shows the time of today's last email, and the date of an earlier one", () => {
  const now = new Date(evening)
  expect(plain(formatLastEmail(evening, now))).toBe(`Last email ${expected?.time}`)
  const begun = new Date(now).setHours(0, 0, 0, 0)
  expect(formatLastEmail(new Date(begun).toISOString(), now)).toBe(
    `Last email ${formatTime(new Date(begun).toISOString())}`,
  )
  const before = new Date(begun - 60_000).toISOString()
  expect(formatLastEmail(before, now)).toBe(`Last email ${formatDate(before)}`)
})
