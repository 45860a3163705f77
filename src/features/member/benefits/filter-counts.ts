import type { useBenefitCounts } from '@/entities/benefits/catalogue'

export type FilterCounts = {
  all: number
  categories: { id: string; name: string; benefits: number }[]
  favourites: number
  affordable: number
}

export function filterCounts(rows: NonNullable<ReturnType<typeof useBenefitCounts>['data']>): FilterCounts {
  const of = (filter: string) => rows.find((row) => row.filter === filter)?.benefits ?? 0
  return {
    all: of('all'),
    categories: rows
      .filter(({ filter }) => filter === 'category')
      .map(({ category_id, name, benefits }) => ({ id: category_id, name, benefits })),
    favourites: of('favourites'),
    affordable: of('affordable'),
  }
}
