import { Coin } from '@/components/domain/token-amount'
import { Skeleton } from '@/components/ui/skeleton'
import { brand } from '@/lib/brand'
import { formatNumber } from '@/lib/format'

/** What an invitation brings both, by today's settings (D43); pending without. */
export function Bonus({ tokens }: { tokens?: number }) {
  return (
    <section>
      <h2 className="mb-3 text-base font-semibold">What both get</h2>
      {tokens === undefined ? (
        <Skeleton className="h-[133px]" />
      ) : (
        <dl className="border-t border-ink">
          <Part
            who="Your colleague"
            what={
              tokens > 0
                ? `${brand.signupTokens} to start with, and ${formatNumber(tokens)} seven days after the first order was delivered`
                : `${brand.signupTokens} to start with`
            }
            tokens={brand.signupTokens + tokens}
          />
          {tokens > 0 ? <Part who="You" what="on the same day" tokens={tokens} /> : null}
        </dl>
      )}
      <p className="mt-3 text-xs text-ink-muted">
        Nothing is taken from your balance. You can see who joined, never what they order.
      </p>
    </section>
  )
}

function Part({ who, what, tokens }: { who: string; what: string; tokens: number }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-3">
      <dt>
        <span className="block font-semibold">{who}</span>
        <span className="text-ink-muted">{what}</span>
      </dt>
      <dd className="figures inline-flex items-center gap-2 font-serif text-[1.75rem]/none font-medium">
        <Coin className="size-[21px]" />
        {formatNumber(tokens)}
        <span className="sr-only"> tokens</span>
      </dd>
    </div>
  )
}
