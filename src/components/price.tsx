import { formatNumber } from '@/lib/format'
import { Coin } from './coin'

type Props = {
  value: number
  /** What the member has. Under the price stands what it would leave, or how many are short. */
  balance?: number
}

/** The price of a benefit, the largest thing in it. */
export function Price({ value, balance }: Props) {
  const left = balance === undefined ? undefined : balance - value
  return (
    <div className="max-md:flex max-md:items-baseline max-md:gap-3">
      <span className="figures inline-flex items-center gap-2 font-serif text-[1.75rem]/none font-medium tracking-[-.01em] whitespace-nowrap">
        <Coin className="size-[21px]" />
        {formatNumber(value)}
        <span className="sr-only"> tokens</span>
      </span>
      {left === undefined ? null : left >= 0 ? (
        <p className="figures mt-[5px] text-xs whitespace-nowrap text-ink-muted max-md:mt-0 max-md:text-sm">
          leaves {formatNumber(left)}
        </p>
      ) : (
        <p className="figures mt-[5px] text-xs font-medium whitespace-nowrap text-danger max-md:mt-0 max-md:text-sm">
          {formatNumber(-left)} short
        </p>
      )}
    </div>
  )
}
