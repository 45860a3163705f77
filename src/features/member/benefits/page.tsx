import { EmptyState, QueryState } from '@/components/list/query-state'
import { SearchField } from '@/components/list/search-field'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { benefitsLoadFailure } from '@/entities/benefits/benefit'
import { type BenefitFilters, type FilterCounts, useBenefits } from '@/entities/benefits/catalogue'
import { dueAction, useMembership } from '@/entities/payments/membership'
import { useProfile } from '@/entities/profiles/profile'
import { formatCount, formatNumber } from '@/lib/format'
import { OfferGridSkeleton } from '@/widgets/benefits/offer-grid'
import { useRedeemDialog } from '@/widgets/benefits/use-redeem-dialog'
import { Catalogue } from './catalogue'
import { CatalogueFilters, useCatalogueFilters, useFilterCounts } from './catalogue-filters'
import { emptyTitle, type Results, summaryOf } from './catalogue-words'

const skeleton = <OfferGridSkeleton isCatalogue count={8} />

export function BenefitsPage() {
  const { filters, page, showPages, typed, setTyped, set, clear } = useCatalogueFilters()
  const { data: profile } = useProfile()
  const balance = profile?.current_tokens
  const list = useBenefits(filters, page)
  const { counts, isPlaceholderData, isError: countsFailed } = useFilterCounts(filters)
  const { dialog, redeem } = useRedeemDialog(profile)
  const benefits = list.data?.benefits ?? []
  const isAll = !list.hasNextPage
  // Placeholder data belongs to other filters.
  const isShown = list.data && !list.isPlaceholderData && !isPlaceholderData

  function showMore() {
    if (list.data) showPages(list.data.pages + 1)
    void list.fetchNextPage()
  }

  return (
    <>
      <PageHeader
        title="Browse Benefits"
        subtitle={
          (list.isError && !list.data) || (countsFailed && !counts) ? undefined : (
            <CatalogueSummary
              filters={filters}
              counts={counts}
              results={isShown ? { benefits: benefits.length, isAll } : undefined}
              balance={balance}
            />
          )
        }
        actions={
          <SearchField label="Search benefits" value={typed} onChange={setTyped} className="md:w-[280px]" />
        }
      />
      <CatalogueFilters filters={filters} counts={counts} failed={countsFailed} set={set} />
      <QueryState
        query={list}
        pending={skeleton}
        error={{ title: benefitsLoadFailure, safe: 'Your tokens are not affected.' }}
        isEmpty={() => benefits.length === 0}
        empty={
          list.isPlaceholderData ? (
            skeleton
          ) : (
            <NoBenefits
              filters={filters}
              category={counts?.categories.find(({ id }) => id === filters.category)?.name}
              balance={balance}
              onClear={clear}
            />
          )
        }
      >
        {() => (
          <Catalogue
            benefits={benefits}
            isAll={isAll}
            balance={balance}
            filters={filters}
            stale={list.isPlaceholderData}
            onRedeem={redeem}
          />
        )}
      </QueryState>
      {list.hasNextPage ? (
        <div className="grid justify-items-center pt-10">
          <Button busy={list.isFetchingNextPage} busyLabel="Loading..." onClick={showMore}>
            Show more
          </Button>
        </div>
      ) : null}
      {dialog}
    </>
  )
}

type Props = {
  filters: BenefitFilters
  category: string | undefined
  balance: number | undefined
  onClear: () => void
}

function NoBenefits({ filters, category, balance, onClear }: Props) {
  const { search, favourites, affordable } = filters
  const hasFilter = filters.category !== '' || favourites || affordable
  if (!search && !hasFilter)
    return (
      <EmptyState title="There are no benefits yet.">Check back soon: new benefits appear here.</EmptyState>
    )
  const clear = <Button onClick={onClear}>Clear filters</Button>
  if (favourites && !search && !filters.category && !affordable)
    return (
      <EmptyState title="You have no favourites yet" action={clear}>
        The ribbon beside a benefit's name makes it one of your favourites.
      </EmptyState>
    )
  return (
    <EmptyState title={emptyTitle(filters, category)} action={clear}>
      {affordable && balance !== undefined ? <NearestBenefits filters={filters} balance={balance} /> : null}
      <span>{hasFilter ? 'Take away a filter to see more.' : 'Try another word.'}</span>
    </EmptyState>
  )
}

function NearestBenefits({ filters, balance }: { filters: BenefitFilters; balance: number }) {
  const { data } = useBenefits({ ...filters, affordable: false, sort: 'price' }, 1)
  const found = data?.benefits.find(({ token_value }) => token_value > balance)
  return found ? (
    <>
      <bdi>{found.name}</bdi>, the nearest, costs {formatCount(found.token_value, 'token')}.{' '}
    </>
  ) : null
}

type CatalogueSummaryProps = {
  filters: BenefitFilters
  counts: FilterCounts | undefined
  results: Results | undefined
  balance: number | undefined
}

function CatalogueSummary({ filters, counts, results, balance }: CatalogueSummaryProps) {
  const due = dueAction(useMembership().data)
  if (!results || !counts || balance === undefined) {
    return (
      <span role="status">
        <Skeleton className="h-5 w-72 max-w-full" />
      </span>
    )
  }
  const isFiltered = filters.category !== '' || filters.favourites || filters.affordable
  return (
    <span role="status" className="[overflow-wrap:anywhere]">
      <span>
        {results.benefits === 0 ? 'No benefit matches.' : summaryOf(filters, counts, results, balance, due)}
      </span>
      {results.benefits === 0 || isFiltered ? null : (
        <>
          {' '}
          <span>
            {due
              ? `To read until you ${due}.`
              : `You can redeem ${counts.affordable ? formatNumber(counts.affordable) : 'none'} today.`}
          </span>
        </>
      )}
    </span>
  )
}
