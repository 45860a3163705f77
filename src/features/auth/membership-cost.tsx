import { useLaunchSpots } from '@/entities/launch/spots'
import { brand } from '@/lib/brand'

export function MembershipCost() {
  const { data: left } = useLaunchSpots()
  return (
    <p className="border-t border-line pt-4 text-ink-2">
      <b className="font-semibold text-ink">
        Membership costs ${left === 0 ? brand.fullPrice : brand.launchPrice} a year
      </b>
      {left === 0 ? '.' : launchOffer(left)} Nothing is charged here.
    </p>
  )
}

function launchOffer(left: number | undefined): string {
  return left === undefined
    ? ` for the first ${brand.launchSpots} people, then $${brand.fullPrice}.`
    : ` at the launch price (${left} of ${brand.launchSpots} places left), later $${brand.fullPrice}.`
}
