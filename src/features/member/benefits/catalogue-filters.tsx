import { Bookmark } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { SelectField } from '@/components/form/select-field'
import { FilterChip } from '@/components/list/filter-chip'
import { useSearchText } from '@/components/list/search-field'
import { flagParam, oneOf, pageParam, useUrlState } from '@/components/list/use-url-state'
import { Skeleton } from '@/components/ui/skeleton'
import {
  type BenefitFilters,
  type BenefitSort,
  benefitSorts,
  type FilterCounts,
  useBenefitCounts,
} from '@/entities/benefits/catalogue'
import { type Category, useCategories } from '@/entities/benefits/categories'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const params = {
  sort: oneOf(benefitSorts, 'price'),
  category: (text: string | null) => (text && uuid.test(text) ? text : ''),
  favourites: flagParam,
  affordable: flagParam,
  /** How many pages are shown. */
  page: pageParam,
}

export function useCatalogueFilters() {
  const { typed, search, setTyped } = useSearchText()
  const {
    state: { page, ...chosen },
    set,
  } = useUrlState(params)
  const filters: BenefitFilters = { search, ...chosen }

  function clear() {
    setTyped('')
    set({ category: '', favourites: false, affordable: false })
  }

  return {
    filters,
    page,
    showPages: (page: number) => set({ page }, { keepPage: true }),
    typed,
    setTyped,
    set,
    clear,
  }
}

type SetFilters = ReturnType<typeof useCatalogueFilters>['set']

/** The chosen category is among them, even if nothing is found in it. */
export function useFilterCounts(filters: BenefitFilters) {
  const { category } = filters
  const { data: counts, isPlaceholderData, isError } = useBenefitCounts(filters)
  const isEmpty = counts && category !== '' && !counts.categories.some(({ id }) => id === category)
  const all = useCategories(isEmpty === true).data
  return {
    counts: isEmpty && all ? { ...counts, categories: withEmpty(counts.categories, category, all) } : counts,
    isPlaceholderData,
    isError,
  }
}

/** Where the order of all categories puts it. */
function withEmpty(counted: FilterCounts['categories'], chosen: string, all: Category[]) {
  const place = new Map(all.map(({ id }, index) => [id, index]))
  const empty = all.filter(({ id }) => id === chosen).map(({ id, name }) => ({ id, name, benefits: 0 }))
  return [...counted, ...empty].toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}

const sorts: Record<BenefitSort, string> = {
  price: 'Lowest price',
  'price-down': 'Highest price',
  newest: 'Newest',
  leaving: 'Leaving soon',
  name: 'Name',
}

type Props = {
  filters: BenefitFilters
  counts: FilterCounts | undefined
  failed: boolean
  set: SetFilters
}

export function CatalogueFilters({ filters, counts, failed, set }: Props) {
  return (
    <div className="mb-7 flex flex-wrap items-center gap-x-7 gap-y-3 border-b border-line pb-5 max-md:mb-5 max-md:grid max-md:gap-3.5">
      {counts || failed ? <Chips {...{ filters, counts, set }} /> : <ChipsSkeleton />}
      <SelectField
        label="Sort"
        className="ml-auto !grid-cols-[auto_176px] items-center !gap-3 max-md:ml-0 max-md:!grid-cols-[auto_minmax(0,1fr)]"
        value={filters.sort}
        onChange={(event) => set({ sort: event.target.value })}
        options={sorts}
      />
    </div>
  )
}

/** Scrolls sideways on phones. */
const row =
  'flex min-w-0 flex-wrap gap-2 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]'

function Chips({ filters, counts, set }: Omit<Props, 'failed'>) {
  const { category, favourites, affordable } = filters
  const chips = useRef<HTMLFieldSetElement>(null)

  useLayoutEffect(() => {
    const box = chips.current
    const pressed = [...(box?.querySelectorAll<HTMLElement>('[aria-pressed=true]') ?? [])].at(-1)
    if (box && pressed && pressed !== box.firstElementChild) box.scrollLeft = pressed.offsetLeft - 120
  }, [])

  return (
    <fieldset ref={chips} aria-label="Category" className={row}>
      <FilterChip
        label="All"
        count={counts?.all}
        pressed={category === '' && !favourites && !affordable}
        onClick={() => set({ category: '', favourites: false, affordable: false })}
      />
      {counts?.categories.map(({ id, name, benefits }) => (
        <FilterChip
          key={id}
          label={name}
          count={benefits}
          pressed={category === id}
          onClick={() => set({ category: id })}
        />
      ))}
      <span aria-hidden="true" className="w-px self-stretch bg-line max-md:hidden" />
      <FilterChip
        label="Favourites"
        icon={<Bookmark className="lucide" />}
        count={counts?.favourites}
        pressed={favourites}
        onClick={() => set({ favourites: !favourites })}
      />
      <FilterChip
        label="What I can afford"
        count={counts?.affordable}
        pressed={affordable}
        onClick={() => set({ affordable: !affordable })}
      />
    </fieldset>
  )
}

const widths = ['w-16', 'w-20', 'w-24', 'w-24', 'w-24', 'w-28', 'w-40'].map((width, key) => ({ key, width }))

function ChipsSkeleton() {
  return (
    <div className={row}>
      {widths.map(({ key, width }) => (
        <Skeleton key={key} className={`h-9 flex-none max-md:h-11 ${width}`} />
      ))}
    </div>
  )
}
