import type { ReactNode } from 'react'
import { type PriceName, priceText, specifiedPrices } from '@/lib/prices'
import type { LaunchState } from '@/widgets/public-settings/show-settings'

type Props = { is: LaunchState[]; children: ReactNode }

/** Shown in these states of the launch price. */
export function LaunchText({ is, children }: Props) {
  return (
    <span data-when={is.join(' ')} hidden={!is.includes('unknown')}>
      {children}
    </span>
  )
}

/** A price, or the number of places: the specified one until the server has responded (D66). */
export function PriceFigure({ name }: { name: PriceName }) {
  const value = specifiedPrices[name]
  return <span data-price={name}>{name === 'launch_places' ? value : priceText(value)}</span>
}

export const launchPrice = <PriceFigure name="launch_price" />
export const membershipPrice = <PriceFigure name="membership_price" />
export const launchPlaces = <PriceFigure name="launch_places" />

export function SpotsLeft() {
  return <span data-left="" />
}
