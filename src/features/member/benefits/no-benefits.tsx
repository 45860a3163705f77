import { EmptyState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { type BenefitFilters, useBenefits } from '@/entities/benefits/catalogue'
import { formatCount } from '@/lib/format'

type Props = {
  filters: BenefitFilters
  category: string | undefined
  balance: number | undefined
  onClear: () => void
}

export function NoBenefits({ filters, category, balance, onClear }: Props) {
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
    <EmptyState title={title(filters, category)} action={clear}>
      {affordable && balance !== undefined ? <Nearest filters={filters} balance={balance} /> : null}
      <span>{hasFilter ? 'Take away a filter to see more.' : 'Try another word.'}</span>
    </EmptyState>
  )
}

function title({ search, favourites, affordable, category: id }: BenefitFilters, name: string | undefined) {
  const suffix = id ? ` in ${name ?? 'this category'}` : ''
  const what = favourites ? `None of your favourites${suffix}` : `No benefit${suffix}`
  if (search) return `${what}${affordable ? ' that you can afford' : ''} matches "${search}"`
  if (affordable) return `${what} is one you can afford`
  return favourites ? `None of your favourites is${suffix}` : `There is no benefit${suffix}`
}

function Nearest({ filters, balance }: { filters: BenefitFilters; balance: number }) {
  const { data } = useBenefits({ ...filters, affordable: false, sort: 'price' }, 1)
  const found = data?.benefits.find(({ token_value }) => token_value > balance)
  return found ? (
    <>
      <bdi>{found.name}</bdi>, the nearest, costs {formatCount(found.token_value, 'token')}.{' '}
    </>
  ) : null
}
