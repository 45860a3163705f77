import { X } from 'lucide-react'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { SearchField } from '@/components/list/search-field'
import { Button } from '@/components/ui/button'
import { useBenefitNames } from '@/entities/benefits/admin-names'
import { isOrderStatus, orderStatuses } from '@/entities/orders/status'
import { capitalize } from '@/lib/format'
import type { useOrderFilters } from './use-order-filters'

type Props = Pick<
  ReturnType<typeof useOrderFilters>,
  'filters' | 'sort' | 'sortBy' | 'typed' | 'setTyped' | 'active' | 'choose' | 'clear'
>

export function FilterCard({ filters, sort, sortBy, typed, setTyped, active, choose, clear }: Props) {
  const { from, to } = filters
  const crossed = from !== '' && to !== '' && from > to
  const { data: benefits } = useBenefitNames()

  return (
    <section
      aria-label="Filter orders"
      className="sheet mt-5 grid grid-cols-2 items-start gap-x-3.5 gap-y-4 px-5 py-4 max-md:px-4 md:grid-cols-6 @4xl:grid-cols-12"
    >
      <div className="col-span-2 md:col-span-6 @4xl:col-span-5">
        <div className="mb-1.5 flex h-5 items-center justify-between text-sm font-semibold max-md:mb-3">
          <span aria-hidden="true">Search</span>
          {active ? (
            <Button size="sm" variant="quiet" icon={<X />} className="-mr-2" onClick={clear}>
              Clear All
            </Button>
          ) : null}
        </div>
        <SearchField
          label="Search orders"
          placeholder="Number, name, email, benefit"
          value={typed}
          onChange={setTyped}
        />
      </div>
      <SelectField
        label="Status"
        className="md:col-span-2 @4xl:col-span-3"
        value={filters.status}
        onChange={({ target: { value } }) =>
          choose({ status: isOrderStatus(value) || value === 'waiting' ? value : '' })
        }
      >
        <option value="">All Statuses</option>
        {orderStatuses.map((status) => (
          <option key={status} value={status}>
            {capitalize(status)}
          </option>
        ))}
        {filters.status === 'waiting' ? <option value="waiting">Waiting</option> : null}
      </SelectField>
      <SelectField
        label="Sort"
        className="md:col-span-2 @4xl:order-1 @4xl:col-span-3"
        value={sort}
        onChange={({ target }) => sortBy(target.value === 'due' ? 'due' : 'newest')}
      >
        <option value="newest">Newest first</option>
        <option value="due">Due first</option>
      </SelectField>
      <SelectField
        label="Benefit"
        className="col-span-2 @4xl:col-span-4"
        value={filters.benefit}
        onChange={({ target }) => choose({ benefit: target.value })}
      >
        <option value="">All Benefits</option>
        {filters.benefit && benefits?.every(({ id }) => id !== filters.benefit) ? (
          <option value={filters.benefit}>Deleted Benefit</option>
        ) : null}
        {benefits?.map(({ id, name }) => (
          <option key={id} value={id} dir="auto">
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Assigned"
        className="col-span-2 md:col-span-2 @4xl:order-1 @4xl:col-span-3"
        value={filters.assigned}
        onChange={({ target }) => choose({ assigned: target.value })}
      >
        <option value="">Anybody</option>
        <option value="me">To me</option>
        <option value="nobody">To nobody</option>
      </SelectField>
      <TextField
        label="From Date"
        type="date"
        className={`${narrow} md:col-span-2 @4xl:order-1 @4xl:col-span-3`}
        value={from}
        max={to || lastDay}
        error={crossed ? 'This day is after To Date.' : undefined}
        onChange={({ target }) => choose({ from: target.value })}
      />
      <TextField
        label="To Date"
        type="date"
        className={`${narrow} md:col-span-2 @4xl:order-1 @4xl:col-span-3`}
        value={to}
        min={from || undefined}
        max={lastDay}
        onChange={({ target }) => choose({ to: target.value })}
      />
    </section>
  )
}

const narrow = 'max-[379px]:col-span-2'

/** Without it, date inputs accept six-digit years. */
const lastDay = '9999-12-31'
