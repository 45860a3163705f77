import { Fragment } from 'react'
import { useLocation } from 'react-router-dom'
import { BenefitCard, BenefitCardSkeleton, BenefitGrid } from '@/components/domain/benefit-card'
import { type Availability, availabilityOf } from '@/entities/benefits/availability'
import type { BenefitFilters, BrowsedBenefit } from '@/entities/benefits/catalogue'
import { useBenefitClock } from '@/entities/benefits/clock'
import { useNewestOrdersOf } from '@/entities/orders/own-newest'
import { affordabilityDivider } from './affordability-divider'
import { availabilityText } from './availability-text'
import { BalanceLine } from './balance-line'
import { BenefitAction } from './benefit-action'
import { DeliveryMark, DeliveryMarkSkeleton } from './delivery-mark'
import { FavouriteButton } from './favourite-button'

type Props = {
  benefits: BrowsedBenefit[]
  isAll: boolean
  balance: number | undefined
  filters: BenefitFilters
  stale: boolean
  onRedeem: (benefit: BrowsedBenefit) => void
}

const inFirstView = 4
const ribbon = 'relative -my-1.5 -mr-2 max-md:-my-[11px] max-md:-mr-3'

export function Catalogue({ benefits, isAll, balance, filters, stale, onRedeem }: Props) {
  const now = useBenefitClock(benefits)
  const { search } = useLocation()
  const divider = affordabilityDivider(benefits, balance, filters.sort, isAll)
  const availabilities = new Map(benefits.map((each) => [each.id, availabilityOf(each, each, balance)]))
  const isYours = ({ id }: BrowsedBenefit) => availabilities.get(id)?.kind === 'yours'
  const orderOf = useNewestOrdersOf(benefits.filter(isYours).map(({ id }) => id)).data
  return (
    <BenefitGrid busy={stale}>
      {benefits.map((benefit, index) => {
        const availability: Availability = availabilities.get(benefit.id) ?? { kind: 'unknown' }
        return (
          <Fragment key={benefit.id}>
            {index === divider?.index && balance !== undefined ? (
              <BalanceLine
                balance={balance}
                unaffordable={divider.unaffordable}
                noun={filters.favourites ? 'favourite' : 'benefit'}
              />
            ) : null}
            <BenefitCard
              heading="h2"
              benefit={benefit}
              state={search}
              balance={balance}
              eager={index < inFirstView}
              aside={
                <FavouriteButton benefit={benefit} isFavourite={benefit.is_favourite} className={ribbon} />
              }
              mark={<DeliveryMark benefit={benefit} now={now} />}
              {...unavailableReason(availability, now)}
              action={
                <BenefitAction
                  benefit={benefit}
                  availability={availability}
                  orderId={orderOf?.get(benefit.id)}
                  onRedeem={() => onRedeem(benefit)}
                />
              }
            />
          </Fragment>
        )
      })}
    </BenefitGrid>
  )
}

function unavailableReason(availability: Availability, now: number) {
  const unavailable = availability.kind === 'soon' || availability.kind === 'sold-out'
  return unavailable || availability.kind === 'yours'
    ? { instead: availabilityText(availability, now), unavailable }
    : undefined
}

export function CatalogueSkeleton() {
  return (
    <BenefitGrid busy>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <BenefitCardSkeleton
          key={key}
          list="browse_benefits"
          aside={<span className="w-[26px] max-md:w-8" />}
          mark={<DeliveryMarkSkeleton />}
        />
      ))}
    </BenefitGrid>
  )
}
