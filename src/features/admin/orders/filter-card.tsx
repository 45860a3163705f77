import clsx from 'clsx'
import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { SearchField } from '@/components/list/search-field'
import { Button } from '@/components/ui/button'
import { useBenefitNames } from '@/entities/benefits/admin-list'
import { isOrderStatus, orderStatuses } from '@/entities/orders/order'
import { capitalize } from '@/lib/format'
import type { useOrderFilters } from './order-filters'

type Props = Pick<
  ReturnType<typeof useOrderFilters>,
  'filters' | 'sort' | 'sortBy' | 'typed' | 'setTyped' | 'active' | 'choose' | 'clear'
>

/** One line; benefit, assignee and order are behind 'Filter', on phones all but the search (D69). */
export function FilterCard({ filters, sort, sortBy, typed, setTyped, active, choose, clear }: Props) {
  const { from, to } = filters
  const crossed = from !== '' && to !== '' && from > to
  const { data: benefits } = useBenefitNames()
  const [open, setOpen] = useState(filters.benefit !== '' || filters.assigned !== '')
  const more = open ? undefined : 'hidden'

  return (
    <section
      aria-label="Filter orders"
      className="mt-2.5 flex flex-wrap items-start gap-x-3 gap-y-2.5 max-md:mt-1.5 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <SearchField
        label="Search orders"
        placeholder="Number, name, email, benefit"
        value={typed}
        onChange={setTyped}
        className="min-w-[180px] flex-1"
      />
      <SelectField
        label={<span className="sr-only">Status</span>}
        className={clsx(inline, 'md:w-[150px]', !open && 'max-md:hidden')}
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
      <TextField
        label="From Date"
        type="date"
        className={clsx(dated, !open && 'max-md:hidden')}
        value={from}
        max={to || lastDay}
        error={crossed ? 'This day is after To Date.' : undefined}
        onChange={({ target }) => choose({ from: target.value })}
      />
      <TextField
        label="To Date"
        type="date"
        className={clsx(dated, !open && 'max-md:hidden')}
        value={to}
        min={from || undefined}
        max={lastDay}
        onChange={({ target }) => choose({ to: target.value })}
      />
      <Button
        icon={<ListFilter />}
        aria-expanded={open}
        className="max-md:col-start-2 max-md:row-start-1"
        onClick={() => setOpen(!open)}
      >
        Filter
      </Button>
      <SelectField
        label="Benefit"
        className={clsx(labelled, more, 'flex-1 md:min-w-[220px]')}
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
        className={clsx(labelled, more)}
        value={filters.assigned}
        onChange={({ target }) => choose({ assigned: target.value })}
      >
        <option value="">Anybody</option>
        <option value="me">To me</option>
        <option value="nobody">To nobody</option>
      </SelectField>
      <SelectField
        label="Sort"
        className={clsx(labelled, more)}
        value={sort}
        onChange={({ target }) => sortBy(target.value === 'due' ? 'due' : 'newest')}
      >
        <option value="newest">Newest first</option>
        <option value="due">Due first</option>
      </SelectField>
      {active ? (
        <Button variant="quiet" icon={<X />} className="max-md:-my-1.5 max-md:col-span-2" onClick={clear}>
          Clear All
        </Button>
      ) : null}
    </section>
  )
}

const inline = '!gap-0 max-md:col-span-2'
const dated =
  '!grid-cols-[auto_130px] items-center !gap-x-2 !gap-y-0 max-md:col-span-2 max-md:!grid-cols-[84px_1fr]'
const labelled =
  '!grid-cols-[auto_minmax(0,1fr)] items-center !gap-x-2 max-md:col-span-2 max-md:!grid-cols-[84px_1fr]'

/** Without it, date inputs accept six-digit years. */
const lastDay = '9999-12-31'
