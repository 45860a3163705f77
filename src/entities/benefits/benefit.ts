import type { DueAction } from '@/entities/payments/membership'
import type { PageCursor } from '@/lib/page-cursor'
import type { Tables } from '@/lib/tables'

export type Benefit = Tables<'benefits'>

/** Only on the benefit's own page: the list and the conditions have one thing a line. */
type Description = 'what_you_get' | 'conditions' | 'maker' | 'maker_link'
export type BenefitDetails = Pick<Benefit, Description>

export type OfferedBenefit = Omit<Benefit, Description | 'is_active' | 'updated_at'>

/** Not part of the edited row. `units_left`: null is unlimited, exact below 20 (D31). */
export type BenefitFacts = {
  units_left: number | null
  own_orders: number
  is_favourite: boolean
  is_awaited: boolean
  /** By the clock of the server. */
  is_open: boolean
}

export type BrowsedBenefit = OfferedBenefit & BenefitFacts

/** `count` of them, sorted by price; those that the member has ordered only if there are too few others. */
export function cheapestUnordered(benefits: BrowsedBenefit[], count: number): BrowsedBenefit[] {
  const distinct = [...new Map(benefits.map((benefit) => [benefit.id, benefit])).values()]
  return distinct
    .toSorted((a, b) => Number(a.own_orders > 0) - Number(b.own_orders > 0))
    .slice(0, count)
    .toSorted((a, b) => a.token_value - b.token_value)
}

export const benefitsLoadFailure = 'Failed to load benefits. Please try again.'

export const benefitKeys = {
  all: ['benefits'],
  /** Depends on orders, stock and the balance too. */
  catalogue: ['benefits', 'catalogue'],
  lists: ['benefits', 'catalogue', 'list'],
  list: (filters: object) => ['benefits', 'catalogue', 'list', filters],
  allCounts: ['benefits', 'catalogue', 'counts'],
  counts: (filters: object) => ['benefits', 'catalogue', 'counts', filters],
  facts: (id: string) => ['benefits', 'catalogue', 'facts', id],
  withinReach: (balance?: number) => ['benefits', 'within-reach', balance],
  detail: (id: string) => ['benefits', 'detail', id],
  categories: ['benefits', 'categories'],
  admin: ['benefits', 'admin'],
  adminList: (filters: object, sort: object, cursor: PageCursor) => [
    'benefits',
    'admin',
    'list',
    filters,
    sort,
    cursor,
  ],
  adminDetail: (id: string) => ['benefits', 'admin', 'detail', id],
  adminCount: (filters: object) => ['benefits', 'admin', 'count', filters],
  adminNames: ['benefits', 'admin', 'names'],
  adminStats: (ids: readonly string[]) => ['benefits', 'admin', 'stats', ids],
  adminInCategory: (id: string) => ['benefits', 'admin', 'in-category', id],
}

/** In ms; how often stock, limits and times are refetched. */
export const catalogueInterval = 30_000

export type Availability =
  | { kind: 'unknown' | 'sold-out' }
  | { kind: 'unpaid'; due: DueAction }
  | { kind: 'soon'; opensAt: string }
  | { kind: 'yours'; orders: number; limit: number }
  | { kind: 'short' | 'leaves'; tokens: number }

type Offer = Pick<OfferedBenefit, 'token_value' | 'per_member_limit' | 'opens_at'>
type Facts = Pick<BenefitFacts, 'units_left' | 'own_orders' | 'is_open'>

/** `facts` and `balance` are undefined while loading; `due`: what has to be done first (D61, D62). */
export function availabilityOf(
  { token_value, per_member_limit: limit, opens_at }: Offer,
  facts: Facts | undefined,
  balance: number | undefined,
  due?: DueAction,
): Availability {
  if (!facts) return { kind: 'unknown' }
  if (opens_at !== null && !facts.is_open) return { kind: 'soon', opensAt: opens_at }
  if (limit !== null && facts.own_orders >= limit) return { kind: 'yours', orders: facts.own_orders, limit }
  if (facts.units_left === 0) return { kind: 'sold-out' }
  if (balance === undefined) return { kind: 'unknown' }
  const left = balance - token_value
  if (left < 0) return { kind: 'short', tokens: -left }
  if (due) return { kind: 'unpaid', due }
  return { kind: 'leaves', tokens: left }
}
