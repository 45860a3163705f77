import { useSearchText } from '@/components/list/search-field'
import { flagParam, oneOf, pageParam, useUrlState } from '@/components/list/use-url-state'
import { type BenefitFilters, benefitSorts } from '@/entities/benefits/catalogue'
import { type Category, useCategories } from '@/entities/benefits/categories'
import { type FilterCounts, useBenefitCounts } from '@/entities/benefits/counts'

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

export type SetFilters = ReturnType<typeof useCatalogueFilters>['set']

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
