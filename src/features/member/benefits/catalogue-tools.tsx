import { SelectField } from '@/components/form/select-field'
import { Switch } from '@/components/form/switch'
import { oneOf, useUrlState } from '@/components/list/use-url-state'
import { type BenefitSort, benefitSorts } from '@/entities/benefits/catalogue'

const labels: Record<BenefitSort, string> = {
  price: 'Lowest price first',
  'price-down': 'Highest price first',
  newest: 'Newest first',
}

const params = { sort: oneOf(benefitSorts, 'price'), affordable: oneOf(['yes'], 'no') }

export function useCatalogueTools() {
  const { state, set } = useUrlState(params)
  return {
    sort: state.sort,
    affordable: state.affordable === 'yes',
    setSort: (sort: string) => set({ sort }),
    setAffordable: (on: boolean) => set({ affordable: on ? 'yes' : 'no' }),
  }
}

export function CatalogueTools({
  sort,
  affordable,
  setSort,
  setAffordable,
}: ReturnType<typeof useCatalogueTools>) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-ink pt-3">
      <Switch
        label="What I can afford"
        checked={affordable}
        onChange={(event) => setAffordable(event.target.checked)}
      />
      <SelectField
        label="Sort"
        className="!grid-cols-[auto_minmax(0,190px)] items-center !gap-3"
        value={sort}
        onChange={(event) => setSort(event.target.value)}
      >
        {benefitSorts.map((value) => (
          <option key={value} value={value}>
            {labels[value]}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
