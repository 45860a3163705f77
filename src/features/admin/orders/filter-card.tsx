import { X } from 'lucide-react'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { SearchField } from '@/components/list/search-field'
import { Button } from '@/components/ui/button'
import { isOrderStatus, orderStatuses } from '@/entities/orders/status'
import { capitalize } from '@/lib/format'
import type { useOrderFilters } from './use-order-filters'

type Props = Pick<
  ReturnType<typeof useOrderFilters>,
  'filters' | 'typed' | 'setTyped' | 'active' | 'choose' | 'clear'
>

export function FilterCard({ filters, typed, setTyped, active, choose, clear }: Props) {
  const { from, to } = filters
  const crossed = from !== '' && to !== '' && from > to

  return (
    <section
      aria-label="Filter orders"
      className="sheet mt-7 grid items-start gap-x-3.5 gap-y-4 px-5 py-4 max-md:mt-5 max-md:grid-cols-2 max-md:px-4 md:grid-cols-3 @4xl:grid-cols-[minmax(0,1fr)_168px_154px_154px]"
    >
      <div className="max-md:col-span-2 md:@max-4xl:col-span-3">
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
        className="max-md:col-span-2"
        value={filters.status === 'overdue' ? 'pending' : filters.status}
        onChange={({ target }) => choose({ status: isOrderStatus(target.value) ? target.value : '' })}
      >
        <option value="">All Statuses</option>
        {orderStatuses.map((status) => (
          <option key={status} value={status}>
            {capitalize(status)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="From Date"
        type="date"
        className={narrow}
        value={from}
        max={to || lastDay}
        error={crossed ? 'This day is after To Date.' : undefined}
        onChange={({ target }) => choose({ from: target.value })}
      />
      <TextField
        label="To Date"
        type="date"
        className={narrow}
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
