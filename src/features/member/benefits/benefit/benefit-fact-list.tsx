import { Fact } from '@/components/ui/sum'
import type { BenefitFacts, OfferedBenefit } from '@/entities/benefits/benefit'
import { methodText } from '@/entities/deliveries/delivery'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import { formatNearTime } from '@/lib/near-time'
import { formatDollars } from '@/lib/prices'
import { isWithinWeek, MethodIcon, remainingText } from '@/widgets/benefits/delivery-mark'

/** The server reports larger stocks as this number (D31). */
const many = 20

type Props = { benefit: OfferedBenefit; facts: BenefitFacts | undefined; now: number }

export function BenefitFactList({ benefit, facts, now }: Props) {
  const { delivery_method, per_member_limit, estimated_value } = benefit
  const isOpen = facts?.is_open !== false
  const stock = stockText(benefit, facts?.units_left ?? null, isOpen)
  const times = timesText(benefit, isOpen, now)
  return (
    <dl className="border-t border-ink">
      <Fact name="Delivered">
        <MethodIcon
          method={delivery_method}
          className="mr-1.5 inline-block !size-[15px] align-[-2px] text-ink-muted"
        />
        {methodText(delivery_method)}
      </Fact>
      {estimated_value === null ? null : (
        <Fact name="Worth">{`${formatDollars(estimated_value)} (the maker's price)`}</Fact>
      )}
      {stock ? <Fact name="In stock">{stock}</Fact> : null}
      {per_member_limit === null ? null : (
        <Fact name="Limit">
          {`${formatNumber(per_member_limit)} per member${
            facts?.own_orders ? `, you have ${formatNumber(facts.own_orders)}` : ''
          }`}
        </Fact>
      )}
      {times ? <Fact name="Available">{times}</Fact> : null}
    </dl>
  )
}

function stockText({ delivery_method }: OfferedBenefit, left: number | null, isOpen: boolean) {
  if (left === null) return undefined
  if (left === 0) return 'None left'
  const noun = delivery_method === 'key' ? 'key' : delivery_method === 'manual' ? 'place' : undefined
  if (!isOpen) {
    const count = left < many ? formatNumber(left) : `${formatNumber(many)} or more`
    const things = noun && left < many ? formatCount(left, noun) : noun ? `${count} ${noun}s` : count
    return (
      <>
        <b className="font-semibold">{things}</b> on the first day
      </>
    )
  }
  return left < many ? <b className="font-semibold">{remainingText(left, delivery_method)}</b> : undefined
}

/** 'until 31 Dec 2027', '1 Dec 2027 to 31 Dec 2027', 'from 1 Dec 2027', 'until Tuesday 14:10'. */
function timesText({ opens_at, closes_at }: OfferedBenefit, isOpen: boolean, now: number) {
  const from = isOpen || opens_at === null ? undefined : dayOrNearTime(opens_at, now)
  if (closes_at === null) return from && `from ${from}`
  const until = dayOrNearTime(closes_at, now)
  return from ? `${from} to ${until}` : `until ${until}`
}

function dayOrNearTime(iso: string, now: number): string {
  return isWithinWeek(iso, now) ? formatNearTime(iso, now) : formatDate(iso)
}
