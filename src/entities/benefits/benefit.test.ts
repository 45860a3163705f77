import { expect, it } from 'vitest'
import { availabilityOf } from './benefit'

const offer = { token_value: 55, per_member_limit: 2, opens_at: '2026-11-20T10:00:00Z' }
const facts = { units_left: 1, own_orders: 1, is_open: true }

it.each([
  ['before it opens', offer, { ...facts, is_open: false, own_orders: 2, units_left: 0 }, 0, 'soon'],
  ['at the limit', offer, { ...facts, own_orders: 2, units_left: 0 }, 0, 'yours'],
  ['without a limit', { ...offer, per_member_limit: null }, { ...facts, own_orders: 9 }, 55, 'unpaid'],
  ['without units', offer, { ...facts, units_left: 0 }, 0, 'sold-out'],
  ['for one token more than there are', offer, facts, 54, 'short'],
  ['for all tokens there are', offer, facts, 55, 'unpaid'],
  ['for an unknown balance', offer, facts, undefined, 'unknown'],
  ['with unknown facts', offer, undefined, 55, 'unknown'],
] as const)(
  'says of a benefit %s what keeps an unpaid member from it',
  (_, benefit, found, balance, kind) => {
    expect(availabilityOf(benefit, found, balance, 'pay').kind).toBe(kind)
  },
)
