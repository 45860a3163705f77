import { expect, it } from 'vitest'
import { stockTexts } from './pool'
import { statsOf } from './rail'

it.each([
  [
    { orders: 68, tokens: 3740, due: 68, on_time: 67, delivered: 68, reported: 4, replaced: 4, reports: 5 },
    ['68', '3,740', '98% 67 of 68', '94% 64 of 68', '4 4 replaced at once', '5'],
  ],
  [
    { orders: 2, tokens: 90, due: 0, on_time: 0, delivered: 0, reported: 3, replaced: 0, reports: 0 },
    ['2', '90', '– none due yet', '– none delivered yet', '3', '0'],
  ],
])('rounds the figures of 30 days down, and says why there is none: %o', (counts, texts) => {
  const stats = statsOf({ id: 'b1' }, counts)
  expect(stats.map(({ value, note }) => (note ? `${value} ${note}` : value))).toEqual(texts)
})

it.each([
  [0, 0, 10, true, 'None left.', 'Nobody can order this benefit until you import keys.'],
  [2, 0, 2, false, 'In stock.', '2 left, 0 ordered in 30 days. The low mark is 2.'],
  [1, 0, 2, true, 'Below the low mark.', '1 left, 0 ordered in 30 days. The low mark is 2.'],
  [1, 60, 10, true, 'Empty within a day.', '1 left at 2 a day. The low mark is 10.'],
  [30, 1, 10, false, 'Enough for more than a year.', '30 left, 1 ordered in 30 days. The low mark is 10.'],
  [1, 30, 10, true, /^Empty in 1 day, on [A-Z][a-z]+day\.$/, '1 left at 1 a day. The low mark is 10.'],
  [6, 30, 6, false, /^Empty in 6 days, on [A-Z][a-z]+day\.$/, '6 left at 1 a day. The low mark is 6.'],
  [7, 30, 10, true, /^Empty in 7 days, on [A-Z][a-z]+ \d+\.$/, '7 left at 1 a day. The low mark is 10.'],
])(
  'says of %i left, of %i orders in 30 days and the low mark %i',
  (left, orders, lowStock, isLow, title, text) => {
    const told = stockTexts({ left, orders, lowStock, until: 'you import keys' })
    expect(told).toEqual({
      isLow,
      title: typeof title === 'string' ? title : expect.stringMatching(title),
      text,
    })
  },
)
