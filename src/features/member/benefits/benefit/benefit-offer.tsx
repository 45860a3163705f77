import type { ComponentProps } from 'react'
import { Coin } from '@/components/domain/coin'
import { TokenWord } from '@/components/domain/token-word'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import type { Availability } from '@/entities/benefits/availability'
import { useNewestOrdersOf } from '@/entities/orders/own-newest'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { availabilityText } from '../availability-text'
import { FavouriteButton } from '../favourite-button'
import { TellMeButton } from '../tell-me-button'
import { AvailabilityExplanation } from './availability-explanation'
import { BenefitFactList } from './benefit-fact-list'

type Props = ComponentProps<typeof AvailabilityExplanation> & { onRedeem: () => void }

export function BenefitOffer({ benefit, facts, availability, balance, now, onRedeem }: Props) {
  return (
    <>
      <p className="mb-4 flex items-end gap-4 border-t border-ink pt-[18px]">
        <span className="figures flex items-center gap-3 font-serif text-3xl leading-none font-medium tracking-[-.02em]">
          <Coin reeded className="size-[38px]" />
          {formatNumber(benefit.token_value)}
          <TokenWord value={benefit.token_value} />
        </span>
        <span className={`figures pb-[5px] ${looks[availability.kind]}`}>
          {availabilityText(availability, now) ?? <Skeleton className="h-4 w-16" />}
        </span>
      </p>
      <div className="mb-4 flex gap-2.5 [&>:first-child]:flex-1">
        <MainAction {...{ benefit, facts, availability, onRedeem }} />
        <FavouriteButton benefit={benefit} isFavourite={facts?.is_favourite} size="lg" />
      </div>
      <AvailabilityExplanation {...{ benefit, facts, availability, balance, now }} />
      <BenefitFactList {...{ benefit, facts, now }} />
    </>
  )
}

const looks: Record<Availability['kind'], string> = {
  soon: 'font-medium text-ink-2',
  yours: 'font-medium text-ink-2',
  'sold-out': 'font-medium text-ink-2',
  short: 'font-medium text-danger',
  leaves: 'text-ink-muted',
  unknown: '',
}

function MainAction({
  benefit,
  facts,
  availability,
  onRedeem,
}: Pick<Props, 'benefit' | 'facts' | 'availability' | 'onRedeem'>) {
  const isAwaited = facts?.is_awaited ?? false
  switch (availability.kind) {
    case 'soon':
      return <TellMeButton benefit={benefit} until="opens" isAwaited={isAwaited} size="lg" />
    case 'sold-out':
      return <TellMeButton benefit={benefit} until="is back" isAwaited={isAwaited} size="lg" />
    case 'yours':
      return <OwnOrder benefitId={benefit.id} />
    case 'short':
      return (
        <LinkButton to={paths.redeem} size="lg" variant="primary">
          Redeem a code
        </LinkButton>
      )
    default:
      return (
        <Button size="lg" variant="primary" disabled={availability.kind === 'unknown'} onClick={onRedeem}>
          Redeem for <Coin className="size-4 !text-current" /> {formatNumber(benefit.token_value)}
          <TokenWord value={benefit.token_value} />
        </Button>
      )
  }
}

function OwnOrder({ benefitId }: { benefitId: string }) {
  const id = useNewestOrdersOf([benefitId]).data?.get(benefitId)
  return (
    <LinkButton to={id ? paths.orderOf(id) : paths.orders} size="lg" variant="accent">
      View your order
    </LinkButton>
  )
}
