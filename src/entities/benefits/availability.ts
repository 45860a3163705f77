import type { BenefitFacts, OfferedBenefit } from '@/entities/benefits/benefit'

export type Availability =
  | { kind: 'unknown' | 'sold-out' }
  | { kind: 'soon'; opensAt: string }
  | { kind: 'yours'; orders: number; limit: number }
  | { kind: 'short' | 'leaves'; tokens: number }

type Offer = Pick<OfferedBenefit, 'token_value' | 'per_member_limit' | 'opens_at'>
type Facts = Pick<BenefitFacts, 'units_left' | 'own_orders' | 'is_open'>

/** `facts` and `balance` are undefined while loading. */
export function availabilityOf(
  { token_value, per_member_limit: limit, opens_at }: Offer,
  facts: Facts | undefined,
  balance: number | undefined,
): Availability {
  if (!facts) return { kind: 'unknown' }
  if (opens_at !== null && !facts.is_open) return { kind: 'soon', opensAt: opens_at }
  if (limit !== null && facts.own_orders >= limit) return { kind: 'yours', orders: facts.own_orders, limit }
  if (facts.units_left === 0) return { kind: 'sold-out' }
  if (balance === undefined) return { kind: 'unknown' }
  const left = balance - token_value
  return left < 0 ? { kind: 'short', tokens: -left } : { kind: 'leaves', tokens: left }
}
