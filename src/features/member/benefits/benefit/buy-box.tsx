import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { NotEnoughTokens } from '@/components/domain/price'
import { Coin, TokenWord } from '@/components/domain/token-amount'
import { Button, LinkButton } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { Availability, OfferedBenefit } from '@/entities/benefits/benefit'
import type { OwnBenefitFacts } from '@/entities/benefits/detail'
import { useNotifyWhenAvailable } from '@/entities/benefits/wishes'
import { methodText } from '@/entities/deliveries/delivery'
import { hasOneClick, ownOrderState } from '@/entities/orders/own'
import { useOwnOrdersOf } from '@/entities/orders/own-lists'
import { useMembership } from '@/entities/payments/membership'
import { formatDate, formatNumber, formatTime } from '@/lib/format'
import { formatDistance } from '@/lib/near-time'
import { paths } from '@/lib/paths'
import { formatDollars, priceText } from '@/lib/prices'
import { CostSummary } from '@/widgets/benefits/cost-summary'
import { FavouriteButton, NotifyMeButton } from '@/widgets/benefits/favourite-button'
import { GetTokens } from '@/widgets/payments/get-tokens'

/** Lazy, because few have already ordered the benefit they look at. */
const OrderAction = lazy(() =>
  import('@/widgets/own-orders/order-action').then((m) => ({ default: m.OrderAction })),
)

type Props = {
  benefit: OfferedBenefit
  facts: OwnBenefitFacts | undefined
  availability: Availability
  balance: number | undefined
  now: number
  onRedeem: () => void
}

/** The price, what it leaves, and the one thing that can be done about the benefit now. */
export function BuyBox({ benefit, facts, availability, balance, now, onRedeem }: Props) {
  const { token_value, estimated_value } = benefit
  return (
    <section aria-label="Price" className="sheet mb-6 grid gap-4 p-6 max-md:p-5">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="figures flex items-center gap-3 font-serif text-3xl leading-none font-medium tracking-[-.02em]">
          <Coin reeded className="size-[38px]" />
          <span>{formatNumber(token_value)}</span>
          <TokenWord value={token_value} />
        </span>
        {estimated_value === null ? null : (
          <span className="figures text-right font-semibold">
            {`Worth ${formatDollars(estimated_value)}`}
            <span className="block text-xs font-normal text-ink-muted">the maker's price</span>
          </span>
        )}
      </p>
      <Offer {...{ benefit, facts, availability, balance, now, onRedeem }} />
    </section>
  )
}

function Offer({ benefit, facts, availability, balance, now, onRedeem }: Props) {
  const { id, token_value, delivery_method } = benefit
  const year = useMembership().data
  const sum = (isHypothetical: boolean) =>
    balance === undefined ? null : (
      <CostSummary balance={balance} price={token_value} isHypothetical={isHypothetical} />
    )
  const actions = (main: ReactNode) => (
    <div className="flex gap-2.5 [&>:first-child]:min-w-0 [&>:first-child]:flex-1 [&>:first-child]:whitespace-normal">
      {main}
      <FavouriteButton benefit={benefit} isFavourite={facts?.is_favourite} size="lg" />
    </div>
  )
  const notifyMe = (trigger: 'opens' | 'is back') =>
    actions(
      <NotifyMeButton benefit={benefit} trigger={trigger} isAwaited={facts?.is_awaited ?? false} size="lg" />,
    )
  switch (availability.kind) {
    case 'soon':
      return (
        <>
          {sum(true)}
          <p className="text-ink-2">
            <b className="font-semibold text-ink">{opensText(availability.opensAt, now)}</b>
            <span>
              {Date.parse(availability.opensAt) > now
                ? `, in ${formatDistance(Date.parse(availability.opensAt) - now)}.`
                : '.'}
            </span>
          </p>
          {notifyMe('opens')}
          <AwaitedNote benefitId={id} facts={facts} />
        </>
      )
    case 'sold-out':
      return (
        <>
          <p className="text-ink-2">
            <b className="font-semibold text-ink">Sold out.</b>
            {` You get one notification when there are new ones. It does not hold ${delivery_method === 'key' ? 'a key' : 'one'} for you.`}
          </p>
          {notifyMe('is back')}
          <AwaitedNote benefitId={id} facts={facts} />
        </>
      )
    case 'yours':
      return <OwnedBenefit benefit={benefit} availability={availability} actions={actions} />
    case 'unpaid':
      return (
        <>
          {sum(true)}
          <p className="text-ink-2">
            {availability.due === 'pay'
              ? 'Redeeming opens once your membership is paid.'
              : 'Your membership has ended. Redeeming opens with the next year.'}
          </p>
          {actions(
            <LinkButton to={paths.payThenRedeem(id)} size="lg" variant="primary">
              {`${availability.due === 'pay' ? 'Pay' : 'Renew for'} ${priceText(year?.price ?? 0)}`}
            </LinkButton>,
          )}
        </>
      )
    case 'short':
      return (
        <>
          {sum(false)}
          {actions(
            <LinkButton to={paths.moreTokens()} size="lg" variant="primary">
              Get tokens
            </LinkButton>,
          )}
          <GetTokens benefitId={id} />
          <NotEnoughTokens benefitName={benefit.name} />
        </>
      )
    default:
      return (
        <>
          {sum(false) ?? <Skeleton className="h-[150px]" />}
          {actions(
            <Button size="lg" variant="primary" disabled={availability.kind === 'unknown'} onClick={onRedeem}>
              Redeem for <Coin className="size-4 !text-current" /> <span>{formatNumber(token_value)}</span>
              <TokenWord value={token_value} />
            </Button>,
          )}
          <p className="text-xs text-ink-muted">
            {`${methodText(delivery_method)}. ${delivery_method === 'manual' ? 'Cancelled orders are refunded.' : 'A copy goes to your email.'}`}
          </p>
        </>
      )
  }
}

/** The clock of the device may be ahead of the server's. */
function opensText(opensAt: string, now: number): string {
  return Date.parse(opensAt) > now ? `Opens ${formatDate(opensAt)} at ${formatTime(opensAt)}` : 'Opens soon'
}

function AwaitedNote({ benefitId, facts }: { benefitId: string; facts: OwnBenefitFacts | undefined }) {
  const notify = useNotifyWhenAvailable(benefitId)
  if (!facts?.is_awaited) return null
  return (
    <p className="text-ink-muted">
      {facts.awaited_since ? `You asked on ${formatDate(facts.awaited_since)}. ` : 'You asked. '}
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

type OwnedBenefitProps = {
  benefit: OfferedBenefit
  availability: Extract<Availability, { kind: 'yours' }>
  actions: (main: ReactNode) => ReactNode
}

function OwnedBenefit({ benefit, availability: { orders, limit }, actions }: OwnedBenefitProps) {
  const newest = useOwnOrdersOf(benefit.id).data?.rows.find(({ status }) => status !== 'cancelled')
  return (
    <>
      <p className="rounded bg-accent-soft px-4 py-3">
        <b className="block font-semibold">
          {newest ? `Yours since ${formatDate(newest.created_at)}` : 'Yours'}
        </b>
        <span>{`${formatNumber(orders)} of ${formatNumber(limit)} per member. ${
          newest ? `${ownOrderState(newest, Date.now()).text}.` : ''
        }`}</span>
      </p>
      {actions(
        newest ? (
          <Suspense fallback={<Skeleton className="h-12" />}>
            <OrderAction order={newest} isMain />
          </Suspense>
        ) : (
          <LinkButton to={paths.orders} size="lg" variant="primary">
            View your order
          </LinkButton>
        ),
      )}
      {newest && hasOneClick(newest) ? (
        <p className="text-xs text-ink-muted">
          <Link to={paths.orderOf(newest.id)} className="link">
            View your order
          </Link>
          , with the invoice and what happened.
        </p>
      ) : null}
    </>
  )
}
