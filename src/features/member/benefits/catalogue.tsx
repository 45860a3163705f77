import { Fragment } from 'react'
import { BenefitCard, BenefitCardSkeleton, BenefitGrid } from '@/components/domain/benefit-card'
import { NotEnoughTokens } from '@/components/domain/not-enough-tokens'
import { Button } from '@/components/ui/button'
import type { Benefit } from '@/entities/benefits/benefit'
import type { BenefitSort } from '@/entities/benefits/catalogue'
import { useBenefitStock } from '@/entities/benefits/stock'
import { formatNumber } from '@/lib/format'
import { balanceCut } from './balance-cut'
import { BalanceLine } from './balance-line'
import { DeliveryMark, DeliveryMarkSkeleton } from './delivery-mark'

type Props = {
  benefits: Benefit[]
  balance: number | undefined
  sort: BenefitSort
  unaffordable: number | undefined
  stale: boolean
  onRedeem: (benefit: Benefit) => void
}

const inFirstView = 4

export function Catalogue({ benefits, balance, sort, unaffordable, stale, onRedeem }: Props) {
  const cut = balanceCut(benefits, balance, sort)
  const stockOf = useBenefitStock(benefits)
  return (
    <BenefitGrid busy={stale}>
      {benefits.map((benefit, index) => (
        <Fragment key={benefit.id}>
          {index === cut && balance !== undefined ? (
            <BalanceLine balance={balance} unaffordable={unaffordable} />
          ) : null}
          <BenefitCard
            heading="h2"
            benefit={benefit}
            balance={balance}
            eager={index < inFirstView}
            mark={<DeliveryMark method={benefit.delivery_method} stock={stockOf(benefit.id)} />}
            soldOut={stockOf(benefit.id)?.isSoldOut}
            action={
              <RedeemButton soldOut={stockOf(benefit.id)?.isSoldOut} {...{ benefit, balance, onRedeem }} />
            }
          />
        </Fragment>
      ))}
    </BenefitGrid>
  )
}

function RedeemButton({
  benefit,
  balance,
  soldOut,
  onRedeem,
}: Pick<Props, 'balance' | 'onRedeem'> & { benefit: Benefit; soldOut: boolean | undefined }) {
  if (soldOut) {
    return (
      <Button size="sm" disabled aria-label={`Sold out: ${benefit.name}`}>
        Sold out
      </Button>
    )
  }
  if (balance !== undefined && balance < benefit.token_value) {
    return <NotEnoughTokens benefitName={benefit.name} />
  }
  return (
    <Button
      size="sm"
      variant="accent"
      disabled={balance === undefined}
      aria-label={`Redeem ${benefit.name} for ${formatNumber(benefit.token_value)} tokens`}
      onClick={() => onRedeem(benefit)}
    >
      Redeem
    </Button>
  )
}

export function CatalogueSkeleton() {
  return (
    <BenefitGrid busy>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <BenefitCardSkeleton key={key} mark={<DeliveryMarkSkeleton />} />
      ))}
    </BenefitGrid>
  )
}
