import { Bookmark } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { SelectField } from '@/components/form/select-field'
import { FilterChip } from '@/components/list/filter-chip'
import { Skeleton } from '@/components/ui/skeleton'
import { type BenefitFilters, type BenefitSort, benefitSorts } from '@/entities/benefits/catalogue'
import type { FilterCounts } from '@/entities/benefits/counts'
import type { SetFilters } from './use-catalogue-filters'

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
      >
        {benefitSorts.map((value) => (
          <option key={value} value={value}>
            {sorts[value]}
          </option>
        ))}
      </SelectField>
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
        icon={<Bookmark aria-hidden="true" className="lucide" />}
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
