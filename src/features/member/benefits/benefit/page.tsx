import { Check, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { BenefitImage } from '@/components/domain/benefit-card'
import { EmptyState, LoadError, QueryState } from '@/components/list/query-state'
import { flagParam, useUrlState } from '@/components/list/use-url-state'
import { LinkButton } from '@/components/ui/button'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Tag } from '@/components/ui/tag'
import { availabilityOf, type BenefitDetails } from '@/entities/benefits/benefit'
import { useCategories } from '@/entities/benefits/categories'
import { useBenefitClock } from '@/entities/benefits/clock'
import { useBenefit, useBenefitFacts } from '@/entities/benefits/detail'
import { dueAction, useMembership } from '@/entities/payments/membership'
import { useProfile } from '@/entities/profiles/profile'
import { paths } from '@/lib/paths'
import { isWebAddress, shortAddress } from '@/lib/web-address'
import { useRedeemDialog } from '@/widgets/benefits/use-redeem-dialog'
import { Arrival } from './arrival'
import { BenefitFactList } from './benefit-fact-list'
import { BuyBox } from './buy-box'
import { OwnOrders } from './own-orders'

/** Stacked on phones: picture, name and price, text. */
const areas =
  'grid items-start gap-x-14 gap-y-9 @min-[43.75rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] @min-[43.75rem]:grid-rows-[auto_1fr]'

const params = { redeem: flagParam }

export function BenefitPage() {
  const { id = '' } = useParams()
  // The filters of the list that led here.
  const { state: list } = useLocation()
  const query = useBenefit(id)
  const facts = useBenefitFacts(id)
  const { data: profile } = useProfile()
  const benefit = query.data
  const { state, set } = useUrlState(params)
  const now = useBenefitClock(benefit ? [benefit] : [])
  const membership = useMembership()
  const availability =
    benefit &&
    availabilityOf(benefit, facts.data ?? undefined, profile?.current_tokens, dueAction(membership.data))
  const isOff = availability?.kind === 'soon' || availability?.kind === 'sold-out'
  // Back from paying, what was read before may still say that it has to be paid.
  const isKnown =
    state.redeem &&
    !membership.isPending &&
    availability &&
    !['unknown', 'unpaid'].includes(availability.kind)
  const { dialog, redeem } = useRedeemDialog(profile, {
    benefit: isKnown ? (isOff || availability.kind === 'yours' ? null : benefit) : undefined,
    onClose: () => state.redeem && set({ redeem: false }),
  })
  const title = benefit ? benefit.name : benefit === null ? 'Benefit not found' : 'Benefit'

  return (
    <>
      <BackLink to={`${paths.benefits}${typeof list === 'string' ? list : ''}`}>Browse Benefits</BackLink>
      <div
        aria-busy={query.isPending || undefined}
        className={benefit || query.isPending ? areas : undefined}
      >
        {benefit ? (
          <BenefitImage
            src={benefit.image_url}
            eager
            className={isOff ? 'opacity-55 grayscale-[.35]' : undefined}
          />
        ) : query.isPending ? (
          <Skeleton className="aspect-[16/10] w-full rounded" />
        ) : null}
        <div className="min-w-0 @min-[43.75rem]:sticky @min-[43.75rem]:top-9 @min-[43.75rem]:col-start-2 @min-[43.75rem]:row-span-2 @min-[43.75rem]:row-start-1">
          {benefit?.category_id ? <CategoryTag id={benefit.category_id} /> : null}
          <PageHeader title={title} name={benefit?.name} />
          {benefit ? (
            <p className="-mt-4 mb-6 text-base whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
              {benefit.description}
            </p>
          ) : null}
          <QueryState
            query={query}
            pending={<Skeleton className="h-60" />}
            error={{ title: 'This benefit could not be loaded.', safe: 'Your tokens are not affected.' }}
            isEmpty={(found) => found === null}
            empty={<NoBenefit />}
          >
            {(data) =>
              data === null || !availability ? null : facts.isError && !facts.data ? (
                <LoadError
                  title="How many are left could not be loaded."
                  busy={facts.isFetching}
                  onRetry={() => void facts.refetch()}
                >
                  Your tokens are not affected.
                </LoadError>
              ) : (
                <>
                  <BuyBox
                    benefit={data}
                    facts={facts.data ?? undefined}
                    availability={availability}
                    balance={profile?.current_tokens}
                    now={now}
                    onRedeem={() => redeem(data)}
                  />
                  <BenefitFactList benefit={data} facts={facts.data ?? undefined} now={now} />
                </>
              )
            }
          </QueryState>
        </div>
        {benefit ? (
          <div className="grid min-w-0 gap-9">
            <Details {...benefit} />
            <OwnOrders benefitId={benefit.id} limit={benefit.per_member_limit} />
          </div>
        ) : null}
      </div>
      {dialog}
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

function CategoryTag({ id }: { id: string }) {
  const { data, isError } = useCategories()
  const name = data?.find((category) => category.id === id)?.name
  return (
    <div className="mb-2.5 h-[22px]">
      {name ? (
        <Tag>
          <bdi className="truncate">{name}</bdi>
        </Tag>
      ) : data || isError ? null : (
        <Skeleton className="h-[22px] w-20" />
      )}
    </div>
  )
}

/** What its owner wrote about it; the rest of the list is loaded before these texts. */
function Details({
  what_you_get,
  delivery_method,
  conditions,
  maker,
  maker_link,
}: Partial<BenefitDetails> & { delivery_method: string }) {
  const [name, ...about] = lines(maker)
  const link = maker_link && isWebAddress(maker_link) ? maker_link : undefined
  return (
    <>
      {what_you_get ? (
        <Detail title="What you get">
          {lines(what_you_get).map((line) => (
            <li key={line} className="flex items-start gap-3">
              <Check className="mt-0.5 size-4 flex-none text-accent" />
              <span className="min-w-0">{line}</span>
            </li>
          ))}
        </Detail>
      ) : null}
      <Arrival method={delivery_method} />
      {conditions ? (
        <Detail title="Conditions">
          {lines(conditions).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Detail>
      ) : null}
      {name || link ? (
        <Detail title="Who makes it">
          <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <span className="min-w-0">
              <bdi className="font-semibold text-ink">{name}</bdi>
              <span className="block text-ink-muted">{about.join(' ')}</span>
            </span>
            {link ? (
              <a href={link} target="_blank" rel="noopener noreferrer" className="link min-w-0">
                {shortAddress(link)}
                <ExternalLink className="ml-1.5 inline-block size-3.5 align-[-2px]" />
              </a>
            ) : null}
          </li>
        </Detail>
      ) : null}
    </>
  )
}

const lines = (text: string | null | undefined) => [
  ...new Set(
    (text ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

function Detail({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="section-title">{title}</h2>
      <ul className="border-t border-ink text-ink-2 *:border-b *:border-line *:px-0.5 *:py-3 [overflow-wrap:anywhere]">
        {children}
      </ul>
    </section>
  )
}
