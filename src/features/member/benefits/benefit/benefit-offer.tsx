import { Coin } from '@/components/domain/coin'
import { Button } from '@/components/ui/button'
import { Fact } from '@/components/ui/fact'
import { LinkButton } from '@/components/ui/link-button'
import type { Benefit } from '@/entities/benefits/benefit'
import type { Stock } from '@/entities/benefits/stock'
import { methodText } from '@/entities/deliveries/method'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { MethodIcon } from '../method-icon'

type Props = {
  benefit: Benefit
  balance: number | undefined
  stock: Stock | undefined
  onRedeem: () => void
}

/** The price and what stands between it and the member. */
export function BenefitOffer({ benefit, balance, stock, onRedeem }: Props) {
  const { name, token_value, delivery_method } = benefit
  const left = balance === undefined ? undefined : balance - token_value
  return (
    <>
      <p className="mb-4 flex items-end gap-4 border-t border-ink pt-[18px]">
        <span className="figures flex items-center gap-3 font-serif text-3xl leading-none font-medium tracking-[-.02em]">
          <Coin reeded className="size-[38px]" />
          {formatNumber(token_value)}
          <span className="sr-only"> tokens</span>
        </span>
        <Leaves left={left} isSoldOut={stock?.isSoldOut} />
      </p>
      <div className="mb-6">
        {stock?.isSoldOut ? (
          <Button size="lg" block disabled aria-label={`Sold out: ${name}`}>
            Sold out
          </Button>
        ) : left !== undefined && left < 0 ? (
          <>
            <LinkButton to={paths.redeem} size="lg" variant="primary" block>
              Redeem a code
            </LinkButton>
            <p className="mt-4 text-ink-muted">
              Your balance is {formatNumber(balance ?? 0)}. A token code would make up the difference.
            </p>
          </>
        ) : (
          <Button size="lg" variant="primary" block disabled={left === undefined} onClick={onRedeem}>
            Redeem for <Coin className="size-4 !text-current" /> {formatNumber(token_value)}
            <span className="sr-only"> tokens</span>
          </Button>
        )}
      </div>
      <dl className="border-t border-ink">
        <Fact name="Delivered">
          <MethodIcon
            method={delivery_method}
            className="mr-1.5 inline-block !size-[15px] align-[-2px] text-ink-muted"
          />
          {methodText(delivery_method)}
        </Fact>
        {stock?.isSoldOut ? <Fact name="In stock">None left</Fact> : null}
        {stock?.few ? (
          <Fact name="In stock">
            <b className="font-semibold">{formatCount(stock.few, 'key')} left</b>
          </Fact>
        ) : null}
      </dl>
    </>
  )
}

function Leaves({ left, isSoldOut }: { left: number | undefined; isSoldOut: boolean | undefined }) {
  if (isSoldOut) return <span className="pb-[5px] font-medium text-ink-2">sold out</span>
  if (left === undefined) return null
  return left < 0 ? (
    <span className="figures pb-[5px] font-medium text-danger">{formatNumber(-left)} short</span>
  ) : (
    <span className="figures pb-[5px] text-ink-muted">leaves {formatNumber(left)}</span>
  )
}
