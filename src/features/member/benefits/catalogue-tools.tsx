import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { controlStyle } from '@/components/ui/field'
import { Switch } from '@/components/ui/switch'
import { type BenefitSort, benefitSorts } from '@/entities/benefits'

const labels: Record<BenefitSort, string> = {
  price: 'Lowest price first',
  'price-down': 'Highest price first',
  newest: 'Newest first',
}

/** Sort and filter of the price list; both live in the URL. */
export function useCatalogueTools() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      },
      { replace: true },
    )
  return {
    sort: benefitSorts.find((sort) => sort === params.get('sort')) ?? 'price',
    affordable: params.get('affordable') === 'yes',
    setSort: (sort: string) => set('sort', sort === 'price' ? '' : sort),
    setAffordable: (on: boolean) => set('affordable', on ? 'yes' : ''),
  }
}

/** The switch for what the balance covers, and the order of the list. */
export function CatalogueTools({
  sort,
  affordable,
  setSort,
  setAffordable,
}: ReturnType<typeof useCatalogueTools>) {
  const id = useId()
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-ink pt-3">
      <Switch
        label="What I can afford"
        checked={affordable}
        onChange={(event) => setAffordable(event.target.checked)}
      />
      <div className="flex items-center gap-3">
        <label htmlFor={id} className="text-ink-muted max-md:sr-only">
          Sort
        </label>
        <select
          id={id}
          value={sort}
          onChange={(event) => setSort(event.target.value)}
          className={`${controlStyle} appearance-auto`}
        >
          {benefitSorts.map((value) => (
            <option key={value} value={value}>
              {labels[value]}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
