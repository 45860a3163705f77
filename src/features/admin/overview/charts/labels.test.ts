import { expect, it } from 'vitest'
import { axisLabel, axisNumber, flowTotals, labelEvery } from './labels'
import { columnScale, ticksOf } from './scales'

// Days, weeks and the last email are tested in tests/viewers/formats.test.ts.
it('labels a month on the axis without its year', () => {
  expect(axisLabel('2026-11-01', 'month')).toBe('Nov')
})

it.each([
  [0, '0'],
  [1_000, '1,000'],
  [-500, '500'],
  [12_500, '12.5K'],
  [2_000_000, '2M'],
])('formats %d on an axis as %s', (value, text) => {
  expect(axisNumber(value)).toBe(text)
})

it.each([
  [1, 1],
  [6, 1],
  [13, 3],
  [30, 5],
])('labels %d columns at every %d', (count, every) => {
  expect(labelEvery(count)).toBe(every)
})

it('centres bars in their columns', () => {
  const columns = columnScale(4)
  expect([columns.bandwidth(), ...[0, 1, 2, 3].map(columns)]).toEqual([12.5, 6.25, 31.25, 56.25, 81.25])
})

it('has no ticks between whole numbers', () => {
  const scale = Object.assign((value: number) => value * 10, { ticks: () => [0, 0.5, 1] })
  expect(ticksOf(scale, 2)).toEqual([
    { value: 0, top: 0 },
    { value: 1, top: 10 },
  ])
})

it('adds up issued and spent, and takes outstanding from the last step', () => {
  expect(
    flowTotals([
      { starts_on: '2026-11-09', issued: 100, spent: 30, outstanding: 500 },
      { starts_on: '2026-11-16', issued: 20, spent: 70, outstanding: 450 },
    ]),
  ).toEqual({ issued: 120, spent: 100, outstanding: 450 })
  expect(flowTotals([])).toEqual({ issued: 0, spent: 0, outstanding: 0 })
})
