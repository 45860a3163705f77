import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { EmptyState } from '@/components/list/empty-state'
import { QueryState } from '@/components/list/query-state'
import { SearchField } from '@/components/list/search-field'
import { useSearchText } from '@/components/list/use-search-text'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { type Benefit, benefitsLoadFailure } from '@/entities/benefits/benefit'
import { useAffordableCount, useBenefits } from '@/entities/benefits/catalogue'
import { useProfile } from '@/entities/profiles/own'
import { Catalogue, CatalogueSkeleton } from './catalogue'
import { CatalogueSummary } from './catalogue-summary'
import { CatalogueTools, useCatalogueTools } from './catalogue-tools'

const RedeemDialog = lazyDialog(() => import('./redeem-dialog').then((m) => m.RedeemDialog))

export function BenefitsPage() {
  const { typed, search, setTyped } = useSearchText()
  const { sort, affordable, setSort, setAffordable } = useCatalogueTools()
  const { data: profile } = useProfile()
  const balance = profile?.current_tokens
  const list = useBenefits({ search, sort, affordable }, balance)
  const affordableCount = useAffordableCount(search, balance)
  const [chosen, setChosen] = useState<Benefit>()
  // Placeholder data belongs to the previous search or balance.
  const count = list.isPlaceholderData ? undefined : list.data?.pages.at(-1)?.count
  const within = affordableCount.isPlaceholderData ? undefined : affordableCount.data
  const unaffordable = affordable || count === undefined || within === undefined ? undefined : count - within

  return (
    <>
      <PageHeader
        title="Browse Benefits"
        subtitle={
          list.isError && !list.data ? undefined : (
            <CatalogueSummary {...{ count, within, search, sort, affordable }} />
          )
        }
        actions={
          <SearchField label="Search benefits" value={typed} onChange={setTyped} className="md:w-[280px]" />
        }
      />
      <CatalogueTools {...{ sort, affordable, setSort, setAffordable }} />
      <QueryState
        query={list}
        pending={<CatalogueSkeleton />}
        error={{ title: benefitsLoadFailure, safe: 'Your tokens are not affected.' }}
        isEmpty={({ pages }) => pages[0]?.count === 0}
        empty={
          list.isPlaceholderData ? (
            <CatalogueSkeleton />
          ) : (
            <Nothing {...{ search, affordable }} onShowAll={() => showAll()} />
          )
        }
      >
        {({ pages }) => (
          <Catalogue
            benefits={pages.flatMap(({ rows }) => rows)}
            balance={balance}
            sort={sort}
            unaffordable={unaffordable}
            stale={list.isPlaceholderData}
            onRedeem={setChosen}
          />
        )}
      </QueryState>
      {list.hasNextPage ? (
        <div className="grid justify-items-center pt-10">
          <Button busy={list.isFetchingNextPage} busyLabel="Loading..." onClick={() => list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
      {chosen && profile ? (
        <RedeemDialog
          frame={{ title: `Redeem ${chosen.name}` }}
          benefit={chosen}
          balance={profile.current_tokens}
          email={profile.email}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </>
  )

  function showAll() {
    setTyped('')
    setAffordable(false)
  }
}

type NothingProps = { search: string; affordable: boolean; onShowAll: () => void }

function Nothing({ search, affordable, onShowAll }: NothingProps) {
  if (!search && !affordable) {
    return (
      <EmptyState title="There are no benefits yet.">Check back soon: new benefits appear here.</EmptyState>
    )
  }
  return (
    <EmptyState
      title={search ? `No benefit matches "${search}".` : 'No benefit is within your balance.'}
      action={<Button onClick={onShowAll}>Show all benefits</Button>}
    >
      {search && affordable ? 'Only benefits within your balance were searched.' : null}
    </EmptyState>
  )
}
