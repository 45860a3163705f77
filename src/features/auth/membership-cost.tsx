import { usePublicSettings } from '@/entities/settings/public'
import { priceText, specifiedPrices } from '@/lib/prices'

export function MembershipCost() {
  const { data } = usePublicSettings()
  const { membership_price, launch_price, launch_places } = data ?? specifiedPrices
  const full = priceText(membership_price)
  const left = data?.launch_places_left
  const offer =
    left === undefined
      ? ` for the first ${launch_places} people, then ${full}.`
      : ` at the launch price (${left} of ${launch_places} places left), later ${full}.`
  return (
    <p className="border-t border-line pt-4 text-ink-2">
      <b className="font-semibold text-ink">
        Membership costs {left === 0 ? full : priceText(launch_price)} a year
      </b>
      {left === 0 ? '.' : offer} Nothing is charged here.
    </p>
  )
}
