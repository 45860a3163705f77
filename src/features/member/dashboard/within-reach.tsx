import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Balance } from '@/components/domain/balance'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useBenefitsWithinReach } from '@/entities/benefits/within-reach'
import { dueAction, useMembership } from '@/entities/payments/membership'
import type { Profile } from '@/entities/profiles/profile'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { OfferGrid, OfferGridSkeleton } from '@/widgets/benefits/offer-grid'
import { useRedeemDialog } from '@/widgets/benefits/use-redeem-dialog'
import { SectionHead } from './section-head'

/** Lazy: its form would be part of every member's first load. */
const MoreTokens = lazy(() => import('./more-tokens').then((m) => ({ default: m.MoreTokens })))

type Props = { profile: Profile | undefined; isFirst: boolean }

/** What the balance buys; the first choice of a new member; without anything, the ways to more tokens. */
export function WithinReach({ profile, isFirst }: Props) {
  const balance = profile?.current_tokens
  const reach = useBenefitsWithinReach(balance)
  const { dialog, redeem } = useRedeemDialog(profile)
  const due = dueAction(useMembership().data)
  const isAskedForMore = useLocation().hash === '#more-tokens'
  const more = (
    <Suspense fallback={<Skeleton className="h-[268px] max-md:h-[400px]" />}>
      <MoreTokens balance={balance ?? 0} />
    </Suspense>
  )
  const allBenefits = { to: paths.benefits, label: 'Browse Benefits' }
  return (
    <>
      <QueryState
        query={reach}
        pending={
          <section>
            <SectionHead title="Within reach" link={allBenefits} />
            <OfferGridSkeleton count={4} />
          </section>
        }
        error={{ title: 'Benefits could not be loaded.', safe: 'Your tokens are not affected.' }}
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState title="There are no benefits yet." />}
      >
        {({ redeemable, instant, next, total }) =>
          redeemable.length === 0 ? (
            <>
              {more}
              {next.length > 0 ? (
                <section className="mt-11">
                  <SectionHead title="The next you could have" link={allBenefits} />
                  <OfferGrid benefits={next} balance={balance} onRedeem={redeem} />
                </section>
              ) : null}
            </>
          ) : isFirst && balance !== undefined ? (
            <section aria-labelledby="first-benefit" className="md:@min-[68.5rem]:[&>.grid]:grid-cols-3">
              <FirstBenefit
                balance={balance}
                instant={instant.length}
                total={total}
                isUnpaid={due !== undefined}
              />
              <OfferGrid
                benefits={instant.length > 0 ? instant : redeemable.slice(0, 3)}
                balance={balance}
                onRedeem={redeem}
              />
            </section>
          ) : (
            <>
              {isAskedForMore ? more : null}
              <section className={isAskedForMore ? 'mt-11' : undefined}>
                <SectionHead title={`Within reach${due ? ` when you ${due}` : ''}`} link={allBenefits} />
                <OfferGrid benefits={redeemable} balance={balance} onRedeem={redeem} />
              </section>
            </>
          )
        }
      </QueryState>
      {dialog}
    </>
  )
}

type FirstProps = { balance: number; instant: number; total: number; isUnpaid: boolean }

function FirstBenefit({ balance, instant, total, isUnpaid }: FirstProps) {
  return (
    <div className="mb-7 flex flex-wrap items-center gap-x-10 gap-y-3 border-t border-ink pt-7 max-md:mb-5 max-md:gap-x-5 max-md:pt-5">
      <Balance value={balance} size="page" />
      <div className="min-w-0 flex-[1_1_16rem] max-md:basis-48">
        <h2 id="first-benefit" className="text-lg font-semibold tracking-[-.01em]">
          {`You have ${formatCount(balance, 'token')}. Choose your first benefit.`}
        </h2>
        <p className="mt-0.5 max-w-[52ch] text-ink-muted">
          {`${instant > 0 ? `${instant === 1 ? 'This one arrives' : 'These arrive'} in seconds. ` : ''}${isUnpaid ? 'Redeeming opens with the payment.' : 'You see what is left before you confirm.'}`}
        </p>
      </div>
      <Link to={paths.benefits} className="link">
        {`See all ${formatCount(total, 'benefit')}`}
      </Link>
    </div>
  )
}
