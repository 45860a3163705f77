import { Fragment } from 'react'
import { BenefitCard, BenefitCardSkeleton, BenefitGrid } from '@/components/domain/benefit-card'
import { NotEnoughTokens } from '@/components/domain/not-enough-tokens'
import { Button } from '@/components/ui/button'
import type { Benefit } from '@/entities/benefits/benefit'
import type { BenefitSort } from '@/entities/benefits/catalogue'
import { formatNumber } from '@/lib/format'
import { balanceCut } from './balance-cut'
import { BalanceLine } from './balance-line'

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
            action={<RedeemButton {...{ benefit, balance, onRedeem }} />}
          />
        </Fragment>
      ))}
    </BenefitGrid>
  )
}

function RedeemButton({
  benefit,
  balance,
  onRedeem,
}: Pick<Props, 'balance' | 'onRedeem'> & { benefit: Benefit }) {
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
        <BenefitCardSkeleton key={key} />
      ))}
    </BenefitGrid>
  )
}
