import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Tally } from '@/components/domain/tally'
import { Coin } from '@/components/domain/token-amount'
import { Button } from '@/components/ui/button'
import type { Membership } from '@/entities/payments/membership'
import { useOpenCheckout } from '@/entities/payments/own'
import type { Payment } from '@/entities/payments/payment'
import { brand } from '@/lib/brand'
import { formatCount, formatNumber } from '@/lib/format'
import { priceText } from '@/lib/prices'

export type Offer = {
  membership: Membership
  /** The payment for a year that the page speaks of. */
  payment: Payment | undefined
  /** Where the member continues once it is paid. */
  returnPath: string | undefined
}

export const payHint =
  'You pay by card on our payment provider’s page and come back here. It does not renew by itself: we write 30 days before it ends.'

type PayProps = Offer & { children: string; hint: string }

export function Pay({ membership: { price }, payment, returnPath, children, hint }: PayProps) {
  const { mutate, isPending } = useOpenCheckout(returnPath)
  return (
    <>
      <div className="mt-6 max-md:[&>button]:w-full">
        <Button
          variant="primary"
          size="lg"
          busy={isPending}
          busyLabel="Opening the payment page..."
          onClick={() => mutate({ kind: 'membership', price })}
        >
          {payment?.state === 'failed' ? 'Try again' : children}
        </Button>
      </div>
      <p className="mt-3.5 max-w-[64ch] text-xs text-ink-muted">{hint}</p>
    </>
  )
}

export function Price({ membership, payment, returnPath }: Offer) {
  const { price, full_price, is_launch, launch_places, launch_places_left } = membership
  return (
    <>
      <h2 className="text-ink-muted">Annual membership</h2>
      <p className="mt-3 flex items-end gap-4 font-serif">
        <b className="text-[5rem]/[.9] font-medium tracking-[-.03em]">{priceText(price)}</b>
        <span>
          {is_launch ? (
            <s className="text-2xl/none text-ink-muted decoration-danger decoration-2">
              <span className="sr-only">instead of </span>
              {priceText(full_price)}
            </s>
          ) : null}
          <span className="block font-sans text-base text-ink-2">for a year</span>
        </span>
      </p>
      {is_launch ? (
        <>
          <Tally
            used={launch_places - launch_places_left}
            quota={launch_places}
            maxShown={50}
            className="mt-5 -mb-1 h-7"
          />
          <p className="mt-4 text-ink-muted">
            <b className="figures font-semibold text-ink">
              {`${formatNumber(launch_places_left)} of ${formatCount(launch_places, 'place')} at ${priceText(price)}`}
            </b>{' '}
            are left. After that a year costs {priceText(full_price)}.
          </p>
        </>
      ) : null}
      <Pay {...{ membership, payment, returnPath }} hint={payHint}>
        {`Pay ${priceText(price)} for a year`}
      </Pay>
    </>
  )
}

const included = [
  'The whole book of benefits, at one price each',
  'Most benefits arrive in seconds',
  'Tokens back when an order is cancelled or late',
]

export function Included({ isFirst }: { isFirst: boolean }) {
  return (
    <>
      <h2 className="border-b border-ink pb-2 text-ink-muted">Included</h2>
      <ul>
        {isFirst ? (
          <li className="flex items-center gap-3 border-b border-line py-2.5">
            <Coin className="size-4" />
            <span>
              <b className="font-semibold">{formatCount(brand.signupTokens, 'token')}</b>, already in your
              balance
            </span>
          </li>
        ) : null}
        {included.map((each) => (
          <Item key={each} isAvailable>
            {each}
          </Item>
        ))}
      </ul>
      <p className="mt-4 text-ink-muted">
        {isFirst
          ? 'Until you have paid you can look around. Redeeming opens with the payment.'
          : 'What you received and your history stay readable.'}
      </p>
    </>
  )
}

export function Item({ isAvailable = false, children }: { isAvailable?: boolean; children: ReactNode }) {
  const Icon = isAvailable ? Check : X
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <Icon className={isAvailable ? 'size-4 text-accent' : 'size-4 text-ink-muted'} />
      <span>{children}</span>
    </li>
  )
}
