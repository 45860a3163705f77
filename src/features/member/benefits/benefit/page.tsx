import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { BenefitImage } from '@/components/domain/benefit-image'
import { EmptyState } from '@/components/list/empty-state'
import { QueryState } from '@/components/list/query-state'
import { BackLink } from '@/components/ui/back-link'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useBenefit } from '@/entities/benefits/detail'
import { useBenefitStock } from '@/entities/benefits/stock'
import { useProfile } from '@/entities/profiles/own'
import { paths } from '@/lib/paths'
import { BenefitOffer } from './benefit-offer'
import { OwnOrders } from './own-orders'

const RedeemDialog = lazyDialog(() => import('../redeem-dialog').then((m) => m.RedeemDialog))

/** On phones picture, offer, text; beside each other where there is room. */
const areas =
  'grid items-start gap-x-14 gap-y-9 @min-[700px]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] @min-[700px]:grid-rows-[auto_1fr]'

export function BenefitPage() {
  const { id = '' } = useParams()
  const query = useBenefit(id)
  const { data: profile } = useProfile()
  const stockOf = useBenefitStock(query.data ? [query.data] : [])
  const [redeeming, setRedeeming] = useState(false)
  const stock = stockOf(id)
  const benefit = query.data
  const title = benefit ? benefit.name : benefit === null ? 'Benefit not found' : 'Benefit'

  return (
    <>
      <BackLink to={paths.benefits}>Browse Benefits</BackLink>
      <div
        aria-busy={query.isPending || undefined}
        className={benefit || query.isPending ? areas : undefined}
      >
        {benefit ? (
          <BenefitImage
            src={benefit.image_url}
            eager
            className={stock?.isSoldOut ? 'opacity-55 grayscale-[.35]' : undefined}
          />
        ) : query.isPending ? (
          <Skeleton className="aspect-[16/10] w-full" />
        ) : null}
        <div className="min-w-0 @min-[700px]:sticky @min-[700px]:top-9 @min-[700px]:col-start-2 @min-[700px]:row-span-2 @min-[700px]:row-start-1">
          <PageHeader title={title} name={benefit?.name} />
          <QueryState
            query={query}
            pending={<Skeleton className="h-60" />}
            error={{ title: 'This benefit could not be loaded.', safe: 'Your tokens are not affected.' }}
            isEmpty={(found) => found === null}
            empty={<NoBenefit />}
          >
            {(found) =>
              found ? (
                <BenefitOffer
                  benefit={found}
                  balance={profile?.current_tokens}
                  stock={stock}
                  onRedeem={() => setRedeeming(true)}
                />
              ) : null
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
            <OwnOrders benefitId={benefit.id} />
          </div>
        ) : null}
      </div>
      {redeeming && benefit && profile ? (
        <RedeemDialog
          frame={{ title: `Redeem ${benefit.name}` }}
          benefit={benefit}
          balance={profile.current_tokens}
          email={profile.email}
          onClose={() => setRedeeming(false)}
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
