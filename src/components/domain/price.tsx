import clsx from 'clsx'
import { formatNumber } from '@/lib/format'
import { Coin } from './coin'

type Props = {
  value: number
  /** Shows below the price what remains, or is missing. */
  balance?: number
  soldOut?: boolean
}

export function Price({ value, balance, soldOut = false }: Props) {
  const left = balance === undefined ? undefined : balance - value
  return (
    <div>
      <span
        className={clsx(
          'figures flex items-center gap-2 font-serif leading-none font-medium tracking-[-.01em] whitespace-nowrap',
          value < 10_000 ? 'text-[1.75rem]' : 'text-lg',
        )}
      >
        <Coin className="size-[21px]" />
        {formatNumber(value)}
        <span className="sr-only"> tokens</span>
      </span>
      {soldOut ? (
        <p className="mt-[5px] text-xs font-medium whitespace-nowrap text-ink-2">sold out</p>
      ) : left === undefined ? null : left >= 0 ? (
        <p className="figures mt-[5px] text-xs whitespace-nowrap text-ink-muted">
          leaves {formatNumber(left)}
        </p>
      ) : (
        <p className="figures mt-[5px] text-xs font-medium whitespace-nowrap text-danger">
          {formatNumber(-left)} short
        </p>
      )}
    </div>
  )
}
