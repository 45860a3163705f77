import { expect, it } from 'vitest'
import { balanceCut } from './balance-cut'

it.each([
  ['above the first unaffordable price', [12, 87, 88], 87, 'price', 2],
  ['at the top when nothing is affordable', [90, 120], 87, 'price', 0],
  ['nowhere when everything is affordable', [12, 15], 87, 'price', -1],
  ['above the first affordable price, highest first', [120, 90, 80], 87, 'price-down', 2],
  ['nowhere when everything is affordable, highest first', [80, 12], 87, 'price-down', -1],
  ['nowhere when nothing is affordable, highest first', [120, 90], 87, 'price-down', -1],
  ['nowhere when not sorted by price', [12, 120], 87, 'newest', -1],
  ['nowhere while the balance is unknown', [12, 120], undefined, 'price', -1],
] as const)('cuts %s', (_where, prices, balance, sort, index) => {
  const benefits = prices.map((token_value) => ({ token_value }))
  expect(balanceCut(benefits, balance, sort)).toBe(index)
})
