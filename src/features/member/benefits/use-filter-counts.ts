import type { BenefitFilters } from '@/entities/benefits/catalogue'
import { type Category, useCategories } from '@/entities/benefits/categories'
import { type FilterCounts, useBenefitCounts } from '@/entities/benefits/counts'

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
