import { lazy } from '@/lib/lazy'

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
