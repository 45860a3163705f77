import { Coin } from '@/components/domain/token-amount'
import { Button } from '@/components/ui/button'
import { useOpenCheckout } from '@/entities/payments/own'
import { useTokenPacks } from '@/entities/settings/settings'
import { formatCount, formatNumber } from '@/lib/format'
import { priceText } from '@/lib/prices'

type Props = {
  balance: number
  /** Where the member continues once the tokens are there. */
  returnPath: string | undefined
}

/** Absent unless the owner offers packs (D65). */
export function TokenPacks({ balance, returnPath }: Props) {
  const packs = useTokenPacks().data?.filter(({ is_on_sale }) => is_on_sale)
  const { mutate, isPending, variables } = useOpenCheckout(returnPath)
  if (!packs?.length) return null
  return (
    <section aria-labelledby="buy-tokens" className="mt-11">
      <h2 id="buy-tokens" className="border-b border-ink pb-2.5 font-semibold">
        Buy tokens
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(240px,1fr))] border-b border-line">
        {packs.map(({ tokens, price }) => (
          <li key={tokens} className="px-5 py-5 max-md:px-0 md:not-first:border-l md:not-first:border-line">
            <p className="flex items-center gap-3">
              <Coin className="size-7" />
              <span className="figures font-serif text-[2.5rem]/none font-medium">
                {formatNumber(tokens)}
              </span>
              <span className="sr-only">{tokens === 1 ? 'token' : 'tokens'}</span>
              <b className="figures ml-auto text-lg font-semibold">{priceText(price)}</b>
            </p>
            <p className="double-rule figures mt-3 mb-4 flex justify-between gap-3 border-t border-t-line pt-2.5 pb-2.5">
              <span className="text-ink-muted">{`${formatNumber(balance)} + ${formatNumber(tokens)}`}</span>
              <span>
                Balance after <b className="font-semibold">{formatNumber(balance + tokens)}</b>
              </span>
            </p>
            <Button
              block
              busy={isPending && variables?.kind === 'tokens' && variables.tokens === tokens}
              busyLabel="Opening the payment page..."
              disabled={isPending}
              onClick={() => mutate({ kind: 'tokens', tokens, price })}
            >
              {`Buy ${formatCount(tokens, 'token')}`}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-3.5 text-xs text-ink-muted">
        One payment, no subscription. The tokens are added when the payment is confirmed, within seconds as a
        rule.
      </p>
    </section>
  )
}
