import { Fragment, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { BenefitCard, BenefitCardSkeleton, BenefitGrid } from '@/components/domain/benefit-card'
import { NotEnoughTokens } from '@/components/domain/price'
import { Button, LinkButton } from '@/components/ui/button'
import { type Availability, availabilityOf, type BrowsedBenefit } from '@/entities/benefits/benefit'
import { useBenefitClock } from '@/entities/benefits/clock'
import { useNewestOrdersOf } from '@/entities/orders/own'
import { dueAction, useMembership } from '@/entities/payments/membership'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { availabilityText, DeliveryMark, DeliveryMarkSkeleton } from './delivery-mark'
import { FavouriteButton, NotifyMeButton } from './favourite-button'

type Props = {
  benefits: readonly BrowsedBenefit[]
  balance: number | undefined
  stale?: boolean
  /** On a page of its own: with favourites, and headings below the page's. */
  isCatalogue?: boolean
  /** What stands before the benefit at an index. */
  divider?: { index: number; content: ReactNode }
  onRedeem: (benefit: BrowsedBenefit) => void
}

const inFirstView = 4
const ribbon = 'relative -my-1.5 -mr-2 max-md:-my-[11px] max-md:-mr-3'

/** The same state and action of a benefit wherever it is offered. */
export function OfferGrid({ benefits, balance, stale, isCatalogue = false, divider, onRedeem }: Props) {
  const now = useBenefitClock(benefits)
  const { search } = useLocation()
  const due = dueAction(useMembership().data)
  const availabilities = new Map(benefits.map((each) => [each.id, availabilityOf(each, each, balance, due)]))
  const isYours = ({ id }: BrowsedBenefit) => availabilities.get(id)?.kind === 'yours'
  const orderOf = useNewestOrdersOf(benefits.filter(isYours).map(({ id }) => id)).data
  return (
    <BenefitGrid busy={stale}>
      {benefits.map((benefit, index) => {
        const availability: Availability = availabilities.get(benefit.id) ?? { kind: 'unknown' }
        const isOff = ['soon', 'sold-out', 'yours'].includes(availability.kind)
        return (
          <Fragment key={benefit.id}>
            {index === divider?.index ? divider.content : null}
            <BenefitCard
              heading={isCatalogue ? 'h2' : 'h3'}
              benefit={benefit}
              state={isCatalogue ? search : undefined}
              balance={balance}
              eager={index < inFirstView}
              aside={
                isCatalogue ? (
                  <FavouriteButton benefit={benefit} isFavourite={benefit.is_favourite} className={ribbon} />
                ) : null
              }
              mark={<DeliveryMark benefit={benefit} now={now} />}
              instead={
                isOff || availability.kind === 'unpaid' ? availabilityText(availability, now) : undefined
              }
              unavailable={isOff}
              action={
                <Action
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

type SkeletonProps = {
  count: number
  isCatalogue?: boolean
}

export function OfferGridSkeleton({ count, isCatalogue = false }: SkeletonProps) {
  return (
    <BenefitGrid busy>
      {[...'abcdefgh'.slice(0, count)].map((key) => (
        <BenefitCardSkeleton
          key={key}
          aside={isCatalogue ? <span className="w-[26px] max-md:w-8" /> : null}
          mark={<DeliveryMarkSkeleton />}
        />
      ))}
    </BenefitGrid>
  )
}

type ActionProps = {
  benefit: BrowsedBenefit
  availability: Availability
  /** The newest order that counts towards the limit; undefined while loading. */
  orderId: string | undefined
  onRedeem: () => void
}

function Action({ benefit, availability, orderId, onRedeem }: ActionProps) {
  const { id, name, token_value, is_awaited } = benefit
  switch (availability.kind) {
    case 'soon':
      return <NotifyMeButton benefit={benefit} trigger="opens" isAwaited={is_awaited} size="sm" />
    case 'sold-out':
      return <NotifyMeButton benefit={benefit} trigger="is back" isAwaited={is_awaited} size="sm" />
    case 'yours':
      return (
        <LinkButton
          to={orderId ? paths.orderOf(orderId) : paths.benefitOf(id)}
          size="sm"
          aria-label={`Your order of ${name}`}
        >
          Your order
        </LinkButton>
      )
    case 'unpaid':
      return (
        <LinkButton to={paths.benefitOf(id)} size="sm" aria-label={`View ${name}`}>
          View
        </LinkButton>
      )
    case 'short':
      return <NotEnoughTokens benefitName={name} />
    default:
      return (
        <Button
          size="sm"
          variant="accent"
          disabled={availability.kind === 'unknown'}
          aria-label={`Redeem ${name} for ${formatCount(token_value, 'token')}`}
          onClick={onRedeem}
        >
          Redeem
        </Button>
      )
  }
}
