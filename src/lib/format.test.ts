import { expect, it } from 'vitest'
import { csvTime } from './csv'
import { formatDate, formatDateTime, formatDayOfMonth, formatLongDate, formatTime } from './format'
import { localTime } from './local-time'
import { formatLedgerTime, formatNearTime } from './near-time'

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
