import { expect, it } from 'vitest'
import { affordabilityDivider } from './catalogue'

it.each([
  ['above the first unaffordable price', [12, 87, 88], 87, 'price', 2],
  ['at the top when nothing is affordable', [90, 120], 87, 'price', 0],
  ['nowhere when everything is affordable', [12, 15], 87, 'price'],
  ['above the first affordable price, highest first', [120, 90, 80], 87, 'price-down', 2],
  ['nowhere when everything is affordable, highest first', [80, 12], 87, 'price-down'],
  ['nowhere when nothing is affordable, highest first', [120, 90], 87, 'price-down'],
  ['nowhere when not sorted by price', [12, 120], 87, 'newest'],
  ['nowhere while the balance is unknown', [12, 120], undefined, 'price'],
] as const)('cuts %s', (_where, prices, balance, sort, index?: number) => {
  const benefits = prices.map((token_value) => ({ token_value }))
  expect(affordabilityDivider(benefits, balance, sort)).toBe(index)
})
