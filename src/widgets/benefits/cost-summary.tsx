import clsx from 'clsx'
import { Coin, TokenAmount, TokenWord } from '@/components/domain/token-amount'
import { formatNumber } from '@/lib/format'

/** `isHypothetical`: it cannot be redeemed yet. */
type Props = { balance: number; price: number; isHypothetical?: boolean }

export function CostSummary({ balance, price, isHypothetical = false }: Props) {
  const left = balance - price
  return (
    <section aria-label="What it costs">
      <dl className="figures border-t border-ink">
        <div className="flex items-center justify-between border-b border-line py-2.5">
          <dt className="text-ink-muted">Your balance</dt>
          <dd>
            <TokenAmount value={balance} />
          </dd>
        </div>
        <div className="flex items-center justify-between border-b border-ink py-2.5">
          <dt className="text-ink-muted">This benefit</dt>
          <dd>
            <TokenAmount value={-price} signed bare />
          </dd>
        </div>
        <div
          className={clsx(
            'double-rule flex items-center justify-between gap-4 pt-3 pb-2.5',
            left < 0 && 'text-danger',
          )}
        >
          <dt className="text-base font-semibold">
            {left < 0 ? 'Short by' : isHypothetical ? 'Would leave' : 'Left after'}
          </dt>
          <dd className="inline-flex items-center gap-[.38em] font-serif text-[2.5rem]/none font-medium tracking-[-.015em]">
            <Coin reeded className="size-[30px]" />
            <span>{formatNumber(Math.abs(left))}</span>
            <TokenWord value={Math.abs(left)} />
          </dd>
        </div>
      </dl>
    </section>
  )
}
