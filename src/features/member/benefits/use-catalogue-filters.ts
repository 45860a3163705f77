import { useSearchText } from '@/components/list/use-search-text'
import { flagParam, oneOf, pageParam, useUrlState } from '@/components/list/use-url-state'
import { type BenefitFilters, benefitSorts } from '@/entities/benefits/catalogue'

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
