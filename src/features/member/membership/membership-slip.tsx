import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Coin } from '@/components/domain/token-amount'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { useMembership } from '@/entities/payments/membership'
import { useOpenCheckout, useOwnPayments } from '@/entities/payments/own'
import { membershipStatus, type Profile } from '@/entities/profiles/profile'
import { brand } from '@/lib/brand'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import { priceText } from '@/lib/prices'
import { MemberCard } from '@/widgets/member-card'

type Membership = NonNullable<ReturnType<typeof useMembership>['data']>
type Props = { membership: Membership; profile: Profile }

const DAY = 86_400_000
const RENEWED =
  'You pay by card on our payment provider’s page and come back here. It does not renew by itself: we write 30 days before it ends.'

/** The membership, with what can be paid for it now (D61, D62). */
export function MembershipSlip({ membership, profile }: Props) {
  const isInactive = membership.state === 'inactive'
  return (
    <section
      aria-label="Membership"
      className="grid rounded border border-line lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
    >
      <div className="rounded-l bg-surface-raised p-8 max-md:p-5">
        {isInactive ? <Price membership={membership} /> : <Dates membership={membership} profile={profile} />}
      </div>
      <div className="p-8 max-lg:border-t max-lg:border-line max-md:p-5 lg:border-l lg:border-line">
        {isInactive ? <Included /> : <MemberCard profile={profile} />}
      </div>
    </section>
  )
}

function Pay({ children, hint }: { children: ReactNode; hint: string }) {
  const { mutate, isPending } = useOpenCheckout()
  return (
    <>
      <div className="mt-6 max-md:[&>button]:w-full">
        <Button
          variant="primary"
          size="lg"
          busy={isPending}
          busyLabel="Opening the payment page..."
          onClick={() => mutate({ kind: 'membership' })}
        >
          {children}
        </Button>
      </div>
      <p className="mt-3.5 max-w-[64ch] text-xs text-ink-muted">{hint}</p>
    </>
  )
}

function Price({
  membership: { price, full_price, is_launch, launch_places, launch_places_left },
}: Pick<Props, 'membership'>) {
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
        <p className="mt-4 text-ink-muted">
          <b className="figures font-semibold text-ink">
            {`${formatNumber(launch_places_left)} of ${formatCount(launch_places, 'place')} at ${priceText(price)}`}
          </b>{' '}
          are left. After that a year costs {priceText(full_price)}.
        </p>
      ) : null}
      <Pay hint={RENEWED}>{`Pay ${priceText(price)} for a year`}</Pay>
    </>
  )
}

const included = [
  'The whole book of benefits, at one price each',
  'Most benefits arrive in seconds',
  'Tokens back when an order is cancelled or late',
]

function Included() {
  return (
    <>
      <h2 className="border-b border-ink pb-2 text-ink-muted">Included</h2>
      <ul>
        <li className="flex items-center gap-3 border-b border-line py-2.5">
          <Coin className="size-4" />
          <span>
            <b className="font-semibold">{formatCount(brand.signupTokens, 'token')}</b>, already in your
            balance
          </span>
        </li>
        {included.map((each) => (
          <Item key={each} works>
            {each}
          </Item>
        ))}
      </ul>
      <p className="mt-4 text-ink-muted">
        Until you have paid you can look around. Redeeming opens with the payment.
      </p>
    </>
  )
}

function Item({ works = false, children }: { works?: boolean; children: ReactNode }) {
  const Icon = works ? Check : X
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <Icon aria-hidden="true" className={works ? 'size-4 text-accent' : 'size-4 text-ink-muted'} />
      <span>{children}</span>
    </li>
  )
}

function Dates({ membership, profile }: Props) {
  const { state, price, full_price } = membership
  const end = profile.membership_end_date
  const tokens = formatCount(profile.current_tokens, 'token')
  if (!end) return <Heading title="Your membership is active" sub="It has no end date." />
  const days = Math.ceil((new Date(end).getTime() - Date.now()) / DAY)
  if (state === 'ended')
    return (
      <>
        <Heading title={`Your membership ended on ${formatDate(end)}`} sub={`Expired ${agoText(-days)}`} />
        <div className="mt-4 grid gap-x-10 gap-y-5 md:grid-cols-2">
          <List title="What still works">
            <Item works>Your keys, links and files</Item>
            <Item works>Reading your history</Item>
            <Item works>{`Your ${tokens} stay`}</Item>
            <Item works>Adding codes</Item>
          </List>
          <List title="What does not">
            <Item>Redeeming benefits</Item>
          </List>
        </div>
        <Pay hint="The new year begins on the day you pay.">{`Renew for ${priceText(price)}`}</Pay>
      </>
    )
  if (state === 'ending')
    return (
      <>
        <Heading title={`Your membership ends on ${formatDate(end)}, in ${formatCount(days, 'day')}`} />
        <Facts
          facts={{
            'Now until': formatDate(end),
            'Renewed until': `${formatDate(oneYearAfter(end))}, no day is lost`,
            'Your tokens': `${tokens} stay yours either way`,
          }}
        />
        <Pay hint={RENEWED}>{`Renew for ${priceText(price)}`}</Pay>
      </>
    )
  const from = new Date(new Date(end).getTime() - 30 * DAY)
  return (
    <>
      <Heading title={`Your membership is active until ${formatDate(end)}`} sub={membershipStatus(profile)} />
      <Facts
        facts={{
          Membership: brand.memberLabel,
          Paid: <Paid />,
          Renewal: `From ${formatDate(from)}, for ${priceText(full_price)}. Nothing is charged by itself.`,
        }}
      />
    </>
  )
}

const agoText = (days: number) => (days === 0 ? 'today' : `${formatCount(days, 'day')} ago`)

function oneYearAfter(end: string): Date {
  const date = new Date(end)
  date.setFullYear(date.getFullYear() + 1)
  return date
}

function Paid() {
  const { data, isError } = useOwnPayments()
  if (!data) return isError ? 'Could not be loaded' : <Skeleton className="h-5 w-32" />
  const year = data.find(({ kind, state }) => kind === 'membership' && state === 'paid')
  if (!year?.paid_at) return 'Nothing yet'
  return `${priceText(year.amount)} on ${formatDate(year.paid_at)}${year.is_launch ? ', at the launch price' : ''}`
}

function Heading({ title, sub }: { title: string; sub?: string }) {
  return (
    <>
      <p className="text-ink-muted">Membership</p>
      <h2 className="mt-1 text-lg font-semibold tracking-[-.015em] [overflow-wrap:anywhere]">{title}</h2>
      {sub ? <p className="mt-1 text-ink-muted">{sub}</p> : null}
    </>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="border-b border-line-strong pb-2 font-semibold">{title}</h3>
      <ul>{children}</ul>
    </div>
  )
}

function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="mt-5 border-t border-ink">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="flex gap-4 border-b border-line py-2.5">
          <dt className="w-36 flex-none text-ink-muted max-md:w-28">{name}</dt>
          <dd className="figures min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
