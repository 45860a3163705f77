import clsx from 'clsx'
import { TokenWord } from '@/components/domain/token-amount'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/lib/format'
import { Coin } from './token-amount'

const note = 'figures mt-[5px] text-xs whitespace-nowrap max-md:mt-0 max-md:text-sm'

type Props = {
  value: number
  /** Adds what remains, or is missing, below the price. */
  balance?: number
  /** Replaces that: 'sold out'. */
  instead?: string
}

export function Price({ value, balance, instead }: Props) {
  const left = balance === undefined ? undefined : balance - value
  return (
    <div className="max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-3 max-md:gap-y-1">
      <span
        className={clsx(
          'figures flex items-center gap-2 font-serif leading-none font-medium tracking-[-.01em] whitespace-nowrap',
          value < 10_000 ? 'text-[1.75rem]' : 'text-lg',
        )}
      >
        <Coin className="size-[21px]" />
        <span>{formatNumber(value)}</span>
        <TokenWord value={value} />
      </span>
      {instead ? (
        <p className={`${note} font-medium text-ink-2`}>{instead}</p>
      ) : left === undefined ? null : left >= 0 ? (
        <p className={`${note} text-ink-muted`}>{`leaves ${formatNumber(left)}`}</p>
      ) : (
        <p className={`${note} font-medium text-danger`}>{`${formatNumber(-left)} short`}</p>
      )}
    </div>
  )
}

export function NotEnoughTokens({ benefitName }: { benefitName: string }) {
  return (
    <Button size="sm" disabled aria-label={`Not Enough Tokens for ${benefitName}`}>
      Not Enough Tokens
    </Button>
  )
}
