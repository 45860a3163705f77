import clsx from 'clsx'
import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { namesById, SelectField } from '@/components/form/select-field'
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
  const isDeleted = filters.benefit && benefits?.every(({ id }) => id !== filters.benefit)
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
        options={{
          '': 'All Statuses',
          ...Object.fromEntries(orderStatuses.map((status) => [status, capitalize(status)])),
          ...(filters.status === 'waiting' && { waiting: 'Waiting' }),
        }}
      />
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
        options={{
          '': 'All Benefits',
          ...(isDeleted && { [filters.benefit]: 'Deleted Benefit' }),
          ...namesById(benefits),
        }}
      />
      <SelectField
        label="Assigned"
        className={clsx(labelled, more)}
        value={filters.assigned}
        onChange={({ target }) => choose({ assigned: target.value })}
        options={{ '': 'Anybody', me: 'To me', nobody: 'To nobody' }}
      />
      <SelectField
        label="Sort"
        className={clsx(labelled, more)}
        value={sort}
        onChange={({ target }) => sortBy(target.value === 'due' ? 'due' : 'newest')}
        options={{ newest: 'Newest first', due: 'Due first' }}
      />
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
