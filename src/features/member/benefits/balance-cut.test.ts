import { expect, it } from 'vitest'
import { balanceCut } from './balance-cut'

const prices = (...values: number[]) => values.map((token_value) => ({ token_value }))

it('cuts where the balance ends, a price that takes it all being within', () => {
  expect(balanceCut(prices(12, 87, 88), 87, 'price')).toBe(2)
  expect(balanceCut(prices(12, 88, 120), 87, 'price')).toBe(1)
})

it('stands on top when nothing is affordable, and nowhere when everything is', () => {
  expect(balanceCut(prices(90, 120), 87, 'price')).toBe(0)
  expect(balanceCut(prices(12, 15), 87, 'price')).toBe(-1)
})

it('stands above the first affordable one when the dearest come first', () => {
  expect(balanceCut(prices(120, 90, 80), 87, 'price-down')).toBe(2)
  expect(balanceCut(prices(80, 12), 87, 'price-down')).toBe(-1)
  expect(balanceCut(prices(120, 90), 87, 'price-down')).toBe(-1)
})

it('is not drawn in a list that is not sorted by price, or before the balance is known', () => {
  expect(balanceCut(prices(12, 120), 87, 'newest')).toBe(-1)
  expect(balanceCut(prices(12, 120), undefined, 'price')).toBe(-1)
})
