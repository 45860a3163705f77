import { Coin, TokenWord } from '@/components/domain/token-amount'
import { LinkButton } from '@/components/ui/button'
import { availabilityOf, type BrowsedBenefit } from '@/entities/benefits/benefit'
import type { BenefitFilters, BenefitSort } from '@/entities/benefits/catalogue'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { OfferGrid } from '@/widgets/benefits/offer-grid'

type Props = {
  benefits: BrowsedBenefit[]
  isAll: boolean
  balance: number | undefined
  filters: BenefitFilters
  stale: boolean
  onRedeem: (benefit: BrowsedBenefit) => void
}

export function Catalogue({ benefits, isAll, balance, filters, stale, onRedeem }: Props) {
  const index = affordabilityDivider(benefits, balance, filters.sort)
  const isCounted = isAll || filters.sort === 'price-down'
  const short = benefits.filter((each) => availabilityOf(each, each, balance).kind === 'short')
  return (
    <OfferGrid
      isCatalogue
      benefits={benefits}
      balance={balance}
      stale={stale}
      divider={
        index === undefined || balance === undefined
          ? undefined
          : {
              index,
              content: (
                <BalanceLine
                  balance={balance}
                  unaffordable={isCounted ? short.length : 0}
                  noun={filters.favourites ? 'favourite' : 'benefit'}
                />
              ),
            }
      }
      onRedeem={onRedeem}
    />
  )
}

/** The index of the first benefit after the end of the balance in a list sorted by price; undefined if there is none. */
export function affordabilityDivider(
  benefits: readonly Pick<BrowsedBenefit, 'token_value'>[],
  balance: number | undefined,
  sort: BenefitSort,
): number | undefined {
  if (balance === undefined) return undefined
  const isDearer = ({ token_value }: Pick<BrowsedBenefit, 'token_value'>) => token_value > balance
  const index =
    sort === 'price'
      ? benefits.findIndex(isDearer)
      : sort === 'price-down' && benefits.some(isDearer)
        ? benefits.findIndex((benefit) => !isDearer(benefit))
        : -1
  return index < 0 ? undefined : index
}

type LineProps = { balance: number; unaffordable: number; noun: 'benefit' | 'favourite' }

function BalanceLine({ balance, unaffordable, noun }: LineProps) {
  return (
    <div className="double-rule col-span-full my-1 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-t-ink px-3 py-3.5 max-md:mt-6">
      <span className="figures inline-flex items-center gap-2.5 font-serif text-[1.75rem]/none font-medium">
        <Coin className="size-6" />
        <span>{formatNumber(balance)}</span>
        <TokenWord value={balance} />
      </span>
      <h2 className="text-base font-semibold">Your balance ends here</h2>
      {unaffordable === 0 ? null : (
        <p className="text-ink-muted max-md:sr-only">
          {`${formatCount(unaffordable, noun)} ${unaffordable === 1 ? 'costs' : 'cost'} more than you have.`}
        </p>
      )}
      <LinkButton to={paths.redeem} size="sm" className="ml-auto max-md:ml-0 max-md:w-full">
        Redeem a code
      </LinkButton>
    </div>
  )
}
