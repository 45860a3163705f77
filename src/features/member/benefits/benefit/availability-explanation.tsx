import type { Availability } from '@/entities/benefits/availability'
import type { OfferedBenefit } from '@/entities/benefits/benefit'
import type { OwnBenefitFacts } from '@/entities/benefits/detail'
import { useNotifyWhenAvailable } from '@/entities/benefits/wishes'
import { useOwnOrdersOf } from '@/entities/orders/own'
import { formatDate, formatNumber, formatTime } from '@/lib/format'
import { formatDistance } from '@/lib/near-time'

type Props = {
  benefit: OfferedBenefit
  facts: OwnBenefitFacts | undefined
  availability: Availability
  balance: number | undefined
  now: number
}

export function AvailabilityExplanation({ benefit, facts, availability, balance, now }: Props) {
  const { kind } = availability
  if (kind === 'unknown' || kind === 'leaves') return <div className="mb-6" />
  if ((kind === 'soon' || kind === 'sold-out') && facts?.is_awaited)
    return <NotificationRequested benefitId={benefit.id} since={facts.awaited_since} />
  return (
    <p className="mb-6 text-ink-muted">
      {kind === 'soon' ? (
        <>
          {`It opens on ${formatDate(availability.opensAt)} at ${formatTime(availability.opensAt)}, in ${formatDistance(Date.parse(availability.opensAt) - now)}.`}
          {balance === undefined ? null : ` ${balanceAfterText(balance - benefit.token_value)}`}
        </>
      ) : kind === 'sold-out' ? (
        `You will get one notification when there are new ones. It does not hold ${benefit.delivery_method === 'key' ? 'a key' : 'one'} for you.`
      ) : kind === 'yours' ? (
        <LimitReached benefitId={benefit.id} limit={availability.limit} />
      ) : (
        `Your balance is ${formatNumber(balance ?? 0)}. A token code would make up the difference.`
      )}
    </p>
  )
}

function balanceAfterText(left: number): string {
  return left < 0
    ? `Your balance would be ${formatNumber(-left)} short.`
    : `Your balance would leave ${formatNumber(left)}.`
}

function NotificationRequested({ benefitId, since }: { benefitId: string; since: string | null }) {
  const notify = useNotifyWhenAvailable(benefitId)
  return (
    <p className="mb-6 text-ink-muted">
      {since ? `You asked on ${formatDate(since)}. ` : 'You asked. '}
      <button
        type="button"
        className="link"
        aria-disabled={notify.isPending || undefined}
        onClick={() => notify.isPending || notify.mutate(false)}
      >
        Do not tell me
      </button>
    </p>
  )
}

function LimitReached({ benefitId, limit }: { benefitId: string; limit: number }) {
  const { data } = useOwnOrdersOf(benefitId)
  const newest = data?.rows.find(({ status }) => status !== 'cancelled')
  const limited = limit === 1 ? 'one' : formatNumber(limit)
  return `You have yours: ${limited} per member${newest ? `, ordered on ${formatDate(newest.created_at)}` : ''}.`
}
