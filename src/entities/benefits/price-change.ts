import type { BenefitChange } from '@/entities/benefits/bulk'
import { readWhole, wholeNumber } from '@/entities/shared/schemas'
import { formatNumber } from '@/lib/format'

type PriceRule = { label: string; unit: string; change: BenefitChange['change']; sign: 1 | -1; max: number }

/** What the database accepts of each kind. */
export const priceChanges = {
  to: { label: 'Set to', unit: 'Tokens', change: 'price', sign: 1, max: 1_000_000 },
  up: { label: 'Raise by tokens', unit: 'Tokens', change: 'amount', sign: 1, max: 1_000_000 },
  down: { label: 'Lower by tokens', unit: 'Tokens', change: 'amount', sign: -1, max: 1_000_000 },
  upPercent: { label: 'Raise by percent', unit: 'Percent', change: 'percent', sign: 1, max: 1000 },
  downPercent: { label: 'Lower by percent', unit: 'Percent', change: 'percent', sign: -1, max: 99 },
} as const satisfies Record<string, PriceRule>

/** The change, or what is wrong with the input. */
export function priceChange(how: keyof typeof priceChanges, typed: string): BenefitChange | string {
  const { change, sign, max } = priceChanges[how]
  const rule = `Enter a whole number from 1 to ${formatNumber(max)}.`
  const { data, error } = wholeNumber(1, max, rule).safeParse(readWhole(typed))
  return error ? (error.issues[0]?.message ?? rule) : { change, value: sign * data }
}
