import { Coin } from '@/components/domain/coin'
import { TokenWord } from '@/components/domain/token-word'
import { LinkButton } from '@/components/ui/link-button'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'

type Props = { balance: number; unaffordable: number | undefined; noun: 'benefit' | 'favourite' }

export function BalanceLine({ balance, unaffordable, noun }: Props) {
  return (
    <div className="double-rule col-span-full my-1 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-t-ink px-3 py-3.5 max-md:mt-6">
      <span className="figures inline-flex items-center gap-2.5 font-serif text-[1.75rem]/none font-medium">
        <Coin className="size-6" />
        {formatNumber(balance)}
        <TokenWord value={balance} />
      </span>
      <h2 className="text-base font-semibold">Your balance ends here</h2>
      {unaffordable === undefined ? null : (
        <p className="text-ink-muted max-md:sr-only">
          {formatCount(unaffordable, noun)} {unaffordable === 1 ? 'costs' : 'cost'} more than you have.
        </p>
      )}
      <LinkButton to={paths.redeem} size="sm" className="ml-auto max-md:ml-0 max-md:w-full">
        Redeem a code
      </LinkButton>
    </div>
  )
}
