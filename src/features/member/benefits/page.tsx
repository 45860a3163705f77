import { QueryState } from '@/components/list/query-state'
import { SearchField } from '@/components/list/search-field'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { benefitsLoadFailure } from '@/entities/benefits/benefit'
import { useBenefits } from '@/entities/benefits/catalogue'
import { useProfile } from '@/entities/profiles/profile'
import { OfferGridSkeleton } from '@/widgets/benefits/offer-grid'
import { useRedeemDialog } from '@/widgets/benefits/use-redeem-dialog'
import { Catalogue } from './catalogue'
import { CatalogueFilters } from './catalogue-filters'
import { CatalogueSummary } from './catalogue-summary'
import { NoBenefits } from './no-benefits'
import { useCatalogueFilters, useFilterCounts } from './use-catalogue-filters'

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
              shown={isShown ? { benefits: benefits.length, isAll } : undefined}
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
