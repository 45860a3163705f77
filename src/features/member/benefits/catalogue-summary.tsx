import { Skeleton } from '@/components/ui/skeleton'
import type { BenefitFilters, BenefitSort } from '@/entities/benefits/catalogue'
import type { FilterCounts } from '@/entities/benefits/counts'
import { formatCount, formatNumber } from '@/lib/format'

type Props = {
  filters: BenefitFilters
  counts: FilterCounts | undefined
  shown: { benefits: number; isAll: boolean } | undefined
  balance: number | undefined
}

const orders: Record<BenefitSort, string> = {
  price: 'lowest price first',
  'price-down': 'highest price first',
  newest: 'newest first',
  leaving: 'first to leave first',
  name: 'by name',
}

export function CatalogueSummary({ filters, counts, shown, balance }: Props) {
  if (!shown || !counts || balance === undefined) {
    return (
      <span role="status">
        <Skeleton className="h-5 w-72 max-w-full" />
      </span>
    )
  }
  const isFiltered = filters.category !== '' || filters.favourites || filters.affordable
  return (
    <span role="status" className="[overflow-wrap:anywhere]">
      <span>{shown.benefits === 0 ? 'No benefit matches.' : sentence(filters, counts, shown, balance)}</span>
      {shown.benefits === 0 || isFiltered ? null : (
        <>
          {' '}
          <span>{`You can redeem ${counts.affordable ? formatNumber(counts.affordable) : 'none'} today.`}</span>
        </>
      )}
    </span>
  )
}

function sentence(
  filters: BenefitFilters,
  counts: FilterCounts,
  shown: NonNullable<Props['shown']>,
  balance: number,
): string {
  const { search, sort, category, favourites, affordable } = filters
  const count = shown.isAll ? shown.benefits : countOf(filters, counts)
  const categoryName = counts.categories.find(({ id }) => id === category)?.name
  const parts = [
    formatCount(count, favourites ? 'favourite' : 'benefit'),
    categoryName ? ` in ${categoryName}` : '',
    search ? ` matching "${search}"` : '',
    affordable ? ` you can redeem today with ${formatCount(balance, 'token')}` : '',
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
