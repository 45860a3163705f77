import { BenefitCard, BenefitCardSkeleton, BenefitGrid } from '@/components/domain/benefit-card'
import { NotEnoughTokens } from '@/components/domain/not-enough-tokens'
import { EmptyState } from '@/components/list/empty-state'
import { QueryState } from '@/components/list/query-state'
import { LinkButton } from '@/components/ui/link-button'
import type { BrowsedBenefit } from '@/entities/benefits/catalogue'
import { useNearestBenefits } from '@/entities/benefits/nearest'
import { paths } from '@/lib/paths'
import { SectionHead } from './section-head'

export function NearestBenefits({ balance }: { balance: number | undefined }) {
  const nearest = useNearestBenefits(balance)
  return (
    <section className="mt-12">
      <SectionHead title="Nearest to your balance" link={{ to: paths.benefits, label: 'Browse Benefits' }} />
      <QueryState
        query={nearest}
        pending={
          <BenefitGrid busy>
            {['a', 'b', 'c', 'd'].map((key) => (
              <BenefitCardSkeleton key={key} />
            ))}
          </BenefitGrid>
        }
        error={{ title: 'Benefits could not be loaded.', safe: 'Your tokens are not affected.' }}
        isEmpty={({ benefits }) => benefits.length === 0}
        empty={<EmptyState title="There are no benefits yet." />}
      >
        {({ benefits }) => (
          <BenefitGrid>
            {benefits.map((benefit) => (
              <BenefitCard
                key={benefit.id}
                benefit={benefit}
                balance={balance}
                action={<RedeemLink benefit={benefit} balance={balance} />}
              />
            ))}
          </BenefitGrid>
        )}
      </QueryState>
    </section>
  )
}

function RedeemLink({ benefit, balance }: { benefit: BrowsedBenefit; balance: number | undefined }) {
  if (balance !== undefined && balance < benefit.token_value) {
    return <NotEnoughTokens benefitName={benefit.name} />
  }
  return (
    <LinkButton
      to={`${paths.benefits}?${new URLSearchParams({ q: benefit.name })}`}
      size="sm"
      variant="accent"
      aria-label={`Redeem ${benefit.name}`}
    >
      Redeem
    </LinkButton>
  )
}
