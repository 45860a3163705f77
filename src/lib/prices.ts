import { lazy } from '@/lib/format'

/** What the specification names, in cents, shown until the server has responded; a test compares it with a new database. */
export const specifiedPrices = { membership_price: 9900, launch_price: 1000, launch_places: 50 } as const

export type PriceName = keyof typeof specifiedPrices

/** `$10`, `$9.50`: as the specification writes prices, in every language. */
export function priceText(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`
}

const dollars = lazy(
  () =>
    new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    }),
)

/** 120 -> '$120', 99.5 -> '$99.50'. */
export function formatDollars(value: number): string {
  return dollars().format(value)
}
