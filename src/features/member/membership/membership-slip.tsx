import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { isWaiting, useOwnPayments } from '@/entities/payments/own'
import type { Payment } from '@/entities/payments/payment'
import { membershipStatus, type Profile } from '@/entities/profiles/profile'
import { brand } from '@/lib/brand'
import { formatCount, formatDate, formatDateTime } from '@/lib/format'
import { daysUntil } from '@/lib/near-time'
import { priceText } from '@/lib/prices'
import { MemberCard } from '@/widgets/member-card'
import { TermBar } from '@/widgets/term-bar'
import { Included, Item, type Offer, Pay, Price, payHint } from './membership-price'

type Props = Offer & { profile: Profile }

/** The membership, with what can be paid for it now (D61, D62). */
export function MembershipSlip(props: Props) {
  const { membership, profile, payment } = props
  const isConfirming = isWaiting(payment)
  const showsPrice = membership.state === 'inactive' && !isConfirming
  return (
    <section
      aria-label="Membership"
      className="grid rounded border border-line lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
    >
      <div className="rounded-l bg-surface-raised p-8 max-md:p-5">
        {isConfirming && payment ? (
          <Confirming payment={payment} />
        ) : showsPrice ? (
          <Price {...props} />
        ) : (
          <Dates {...props} />
        )}
      </div>
      <div className="p-8 max-lg:border-t max-lg:border-line max-md:p-5 lg:border-l lg:border-line">
        {showsPrice ? (
          <Included isFirst={!payment?.paid_at} />
        ) : (
          <div className={membership.state === 'ended' ? 'grayscale' : undefined}>
            <MemberCard profile={profile} />
          </div>
        )}
      </div>
    </section>
  )
}

function Confirming({ payment: { amount, created_at } }: { payment: Payment }) {
  return (
    <>
      <Heading title="Annual membership" />
      <Facts facts={{ Payment: priceText(amount), Sent: formatDateTime(created_at) }} />
    </>
  )
}

function Dates({ membership, profile, payment, returnPath }: Props) {
  const { state, price, full_price } = membership
  const end = profile.membership_end_date
  const tokens = formatCount(profile.current_tokens, 'token')
  const renewal = { membership, payment, returnPath, children: `Renew for ${priceText(price)}` }
  // As docs/deploy.md asks for, also of the admins who are members already.
  const trial =
    membership.payments === 'test' ? (
      <Pay {...renewal} hint={payHint}>{`Pay ${priceText(price)} for a year`}</Pay>
    ) : null
  if (!end || end === 'infinity')
    return (
      <>
        <Heading title="Your membership is active" sub="It has no end date." />
        {trial}
      </>
    )
  const days = daysUntil(end)
  if (state === 'ended')
    return (
      <>
        <Heading title={`Your membership ended on ${formatDate(end)}`} sub={`Expired ${agoText(-days)}`} />
        <div className="mt-4 grid gap-x-10 gap-y-5 md:grid-cols-2">
          <List title="What still works">
            <Item isAvailable>Your keys, links and files</Item>
            <Item isAvailable>Reading your history</Item>
            <Item isAvailable>{`Your ${tokens} stay`}</Item>
            <Item isAvailable>Adding codes</Item>
          </List>
          <List title="What does not">
            <Item>Redeeming benefits</Item>
          </List>
        </div>
        <Pay {...renewal} hint="The new year begins on the day you pay." />
      </>
    )
  if (state === 'ending')
    return (
      <>
        <Heading title={`Your membership ends on ${formatDate(end)}, in ${formatCount(days, 'day')}`} />
        <TermBar profile={profile} isEnding />
        <Facts
          facts={{
            'Now until': formatDate(end),
            'Renewed until': `${formatDate(oneYearAfter(end))}, no day is lost`,
            'Your tokens': `${tokens} stay yours either way`,
          }}
        />
        <Pay {...renewal} hint={payHint} />
      </>
    )
  const from = new Date(end)
  from.setDate(from.getDate() - 30)
  return (
    <>
      <Heading title={`Your membership is active until ${formatDate(end)}`} sub={membershipStatus(profile)} />
      <TermBar profile={profile} />
      <Facts
        facts={{
          Membership: brand.memberLabel,
          Paid: <Paid />,
          Renewal: `From ${formatDate(from)}, for ${priceText(full_price)}. Nothing is charged by itself.`,
        }}
      />
      {trial}
    </>
  )
}

const agoText = (days: number) => (days === 0 ? 'today' : `${formatCount(days, 'day')} ago`)

function oneYearAfter(end: string): Date {
  const date = new Date(end)
  const month = date.getMonth()
  date.setFullYear(date.getFullYear() + 1)
  // A year after February 29 is February 28, as in the database.
  if (date.getMonth() !== month) date.setDate(0)
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
      <h2 className="mt-1 text-xl font-semibold tracking-[-.015em] [overflow-wrap:anywhere] max-md:text-lg">
        {title}
      </h2>
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
