import { expect, it } from 'vitest'
import { formatDate, formatDateTime, formatTime } from './format'

it.each(['infinity', '-infinity', '0044-03-15T12:00:00+00:00 BC', '10000-01-01T00:00:00+00:00'])(
  'shows a time that no date can hold as it is: %s',
  (iso) => {
    expect([formatDate(iso), formatTime(iso), formatDateTime(iso)]).toEqual([iso, iso, `${iso}, ${iso}`])
  },
)
