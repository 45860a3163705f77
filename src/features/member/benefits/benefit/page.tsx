import { useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { BenefitImage, BenefitImageSkeleton } from '@/components/domain/benefit-image'
import { EmptyState } from '@/components/list/empty-state'
import { LoadError } from '@/components/list/load-error'
import { QueryState } from '@/components/list/query-state'
import { BackLink } from '@/components/ui/back-link'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { availabilityOf } from '@/entities/benefits/availability'
import type { OfferedBenefit } from '@/entities/benefits/benefit'
import { useBenefitClock } from '@/entities/benefits/clock'
import { useBenefit, useBenefitFacts } from '@/entities/benefits/detail'
import { useProfile } from '@/entities/profiles/own'
import { paths } from '@/lib/paths'
import { BenefitOffer } from './benefit-offer'
import { CategoryTag } from './category-tag'
import { OwnOrders } from './own-orders'

const RedeemDialog = lazyDialog(() => import('../redeem-dialog').then((m) => m.RedeemDialog))

/** Stacked on phones: picture, offer, text. */
const areas =
  'grid items-start gap-x-14 gap-y-9 @min-[700px]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] @min-[700px]:grid-rows-[auto_1fr]'

export function BenefitPage() {
  const { id = '' } = useParams()
  // The filters of the list that led here.
  const { state: list } = useLocation()
  const query = useBenefit(id)
  const facts = useBenefitFacts(id)
  const { data: profile } = useProfile()
  // The dialog stays open if the benefit closes in the meantime.
  const [redeemed, setRedeemed] = useState<OfferedBenefit>()
  const benefit = query.data
  const now = useBenefitClock(benefit ? [benefit] : [])
  const availability = benefit && availabilityOf(benefit, facts.data ?? undefined, profile?.current_tokens)
  const isOff = availability?.kind === 'soon' || availability?.kind === 'sold-out'
  const title = benefit ? benefit.name : benefit === null ? 'Benefit not found' : 'Benefit'

  return (
    <>
      <BackLink to={`${paths.benefits}${typeof list === 'string' ? list : ''}`}>Browse Benefits</BackLink>
      <div
        aria-busy={query.isPending || undefined}
        data-row={query.isPending ? 'benefits' : undefined}
        className={benefit || query.isPending ? areas : undefined}
      >
        {benefit ? (
          <BenefitImage
            src={benefit.image_url}
            eager
            className={isOff ? 'opacity-55 grayscale-[.35]' : undefined}
          />
        ) : query.isPending ? (
          <BenefitImageSkeleton />
        ) : null}
        <div className="min-w-0 @min-[700px]:sticky @min-[700px]:top-9 @min-[700px]:col-start-2 @min-[700px]:row-span-2 @min-[700px]:row-start-1">
          {benefit?.category_id ? <CategoryTag id={benefit.category_id} /> : null}
          <PageHeader title={title} name={benefit?.name} source={{ field: 'name' }} />
          <QueryState
            query={query}
            pending={<Skeleton className="h-60" />}
            error={{ title: 'This benefit could not be loaded.', safe: 'Your tokens are not affected.' }}
            isEmpty={(found) => found === null}
            empty={<NoBenefit />}
          >
            {(found) =>
              found === null || !availability ? null : facts.isError && !facts.data ? (
                <LoadError
                  title="How many are left could not be loaded."
                  busy={facts.isFetching}
                  onRetry={() => void facts.refetch()}
                >
                  Your tokens are not affected.
                </LoadError>
              ) : (
                <BenefitOffer
                  benefit={found}
                  facts={facts.data ?? undefined}
                  availability={availability}
                  balance={profile?.current_tokens}
                  now={now}
                  onRedeem={() => setRedeemed(found)}
                />
              )
            }
          </QueryState>
        </div>
        {benefit ? (
          <div className="grid min-w-0 gap-9">
            <section>
              <h2 className="mb-2 flex min-h-[34px] items-center text-base font-semibold">What it is</h2>
              <p className="max-w-[66ch] leading-[22px] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
                {benefit.description}
              </p>
            </section>
            <OwnOrders benefitId={benefit.id} limit={benefit.per_member_limit} />
          </div>
        ) : null}
      </div>
      {redeemed && profile ? (
        <RedeemDialog
          frame={{ title: `Redeem ${redeemed.name}` }}
          benefit={redeemed}
          balance={profile.current_tokens}
          email={profile.email}
          onClose={() => setRedeemed(undefined)}
        />
      ) : null}
    </>
  )
}

function NoBenefit() {
  return (
    <EmptyState
      title="There is no benefit at this address."
      action={
        <LinkButton to={paths.benefits} variant="primary">
          Browse Benefits
        </LinkButton>
      }
    >
      It may have left the catalogue. Your orders of it stay in your Order History.
    </EmptyState>
  )
}
