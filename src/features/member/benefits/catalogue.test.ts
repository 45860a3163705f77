import { expect, it } from 'vitest'
import type { BenefitFilters } from '@/entities/benefits/catalogue'
import { affordabilityDivider } from './catalogue'
import { emptyTitle, type Results, summaryOf } from './catalogue-words'

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

const none: BenefitFilters = { search: '', sort: 'price', category: '', favourites: false, affordable: false }
const favourites = { favourites: true }
const affordable = { affordable: true }
const software = { category: 's' }

it.each([
  [{}, '150 benefits, lowest price first.'],
  [software, '60 benefits in Software, lowest price first.'],
  [{ category: 'gone' }, '0 benefits.'],
  [favourites, '70 favourites, lowest price first.'],
  [affordable, '65 benefits you can redeem today with 87 tokens.'],
  [{ ...affordable, sort: 'name' }, '65 benefits you can redeem today with 87 tokens, by name.'],
  [{ ...software, ...favourites }, '55 favourites in Software, lowest price first.'],
  [
    { ...favourites, ...affordable, sort: 'newest' },
    '55 favourites you can redeem today with 87 tokens, newest first.',
  ],
  [{ search: 'e', sort: 'leaving' }, '150 benefits matching "e", first to leave first.'],
  [{ sort: 'price-down' }, '1 benefit.', { benefits: 1, isAll: true }],
  [
    affordable,
    '2 benefits you can redeem when you renew, with 87 tokens.',
    { benefits: 2, isAll: true },
    'renew',
  ],
] as const)(
  'says of %o that it finds %s',
  (filters, text, results: Results = { benefits: 48, isAll: false }, due?: 'renew') => {
    const categories = [{ id: 's', name: 'Software', benefits: 60 }]
    const counts = { all: 150, categories, favourites: 70, affordable: 65, shown: 55 }
    expect(summaryOf({ ...none, ...filters }, counts, results, 87, due)).toBe(text)
  },
)

it.each([
  [{ ...software, ...favourites }, 'None of your favourites is in Software'],
  [software, 'There is no benefit in Software'],
  [{ ...favourites, ...affordable }, 'None of your favourites is one you can afford'],
  [{ ...software, ...affordable }, 'No benefit in Software is one you can afford'],
  [{ search: 'zebra' }, 'No benefit matches "zebra"'],
  [{ search: 'zebra', ...affordable }, 'No benefit that you can afford matches "zebra"'],
  [{ search: 'zebra', ...software, ...favourites }, 'None of your favourites in Software matches "zebra"'],
])('says of %o without a benefit: %s', (filters, text) => {
  expect(emptyTitle({ ...none, ...filters }, 'Software')).toBe(text)
})

it('has a word for a category without a name', () => {
  expect(emptyTitle({ ...none, ...software }, undefined)).toBe('There is no benefit in this category')
})
