import { NotEnoughTokens } from '@/components/domain/not-enough-tokens'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import type { Availability } from '@/entities/benefits/availability'
import type { BrowsedBenefit } from '@/entities/benefits/catalogue'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { TellMeButton } from './tell-me-button'

type Props = {
  benefit: BrowsedBenefit
  availability: Availability
  /** The newest order that counts towards the limit; undefined while loading. */
  orderId: string | undefined
  onRedeem: () => void
}

export function BenefitAction({ benefit, availability, orderId, onRedeem }: Props) {
  const { id, name, token_value, is_awaited } = benefit
  switch (availability.kind) {
    case 'soon':
      return <TellMeButton benefit={benefit} until="opens" isAwaited={is_awaited} size="sm" />
    case 'sold-out':
      return <TellMeButton benefit={benefit} until="is back" isAwaited={is_awaited} size="sm" />
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
