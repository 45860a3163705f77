import type { BenefitFilters, BenefitSort, FilterCounts } from '@/entities/benefits/catalogue'
import type { dueAction } from '@/entities/payments/membership'
import { formatCount } from '@/lib/format'

/** How many benefits are shown, and whether these are all. */
export type Results = { benefits: number; isAll: boolean }

const orders: Record<BenefitSort, string> = {
  price: 'lowest price first',
  'price-down': 'highest price first',
  newest: 'newest first',
  leaving: 'first to leave first',
  name: 'by name',
}

/** What is found, as a sentence. */
export function summaryOf(
  filters: BenefitFilters,
  counts: FilterCounts,
  results: Results,
  balance: number,
  due: ReturnType<typeof dueAction>,
): string {
  const { search, sort, category, favourites, affordable } = filters
  const count = results.isAll ? results.benefits : countOf(filters, counts)
  const categoryName = counts.categories.find(({ id }) => id === category)?.name
  const parts = [
    formatCount(count, favourites ? 'favourite' : 'benefit'),
    categoryName ? ` in ${categoryName}` : '',
    search ? ` matching "${search}"` : '',
    affordable
      ? ` you can redeem ${due ? `when you ${due},` : 'today'} with ${formatCount(balance, 'token')}`
      : '',
    count > 1 && !(affordable && sort === 'price') ? `, ${orders[sort]}.` : '.',
  ]
  return parts.join('')
}

function countOf({ category, favourites, affordable }: BenefitFilters, counts: FilterCounts): number {
  const pressed = [category !== '', favourites, affordable].filter(Boolean).length
  if (pressed > 1) return counts.shown
  if (favourites) return counts.favourites
  if (affordable) return counts.affordable
  const chosen = counts.categories.find(({ id }) => id === category)
  return category ? (chosen?.benefits ?? 0) : counts.all
}

/** Why nothing is found; `name`: of the chosen category. */
export function emptyTitle(
  { search, favourites, affordable, category: id }: BenefitFilters,
  name: string | undefined,
) {
  const suffix = id ? ` in ${name ?? 'this category'}` : ''
  const what = favourites ? `None of your favourites${suffix}` : `No benefit${suffix}`
  if (search) return `${what}${affordable ? ' that you can afford' : ''} matches "${search}"`
  if (affordable) return `${what} is one you can afford`
  return favourites ? `None of your favourites is${suffix}` : `There is no benefit${suffix}`
}
