import { readState } from '@/components/list/use-url-state'
import { noOrderFilters, type OrderFilters, type OrderSort, orderFilter } from '@/entities/orders/admin-list'
import type { SavedView } from '@/entities/orders/views'
import { isDay } from '@/lib/local-time'
import { filterParams } from '../order-filters'

/** `saved`: the id, if the admin saved it. */
export type DeskView = { name: string; filters: OrderFilters; sort: OrderSort; saved?: string }

const view = (name: string, filters: Partial<OrderFilters>, sort: OrderSort = 'newest'): DeskView => ({
  name,
  filters: { ...noOrderFilters, ...filters },
  sort,
})

export const fixedViews: readonly DeskView[] = [
  view('All', {}),
  view('Waiting', { status: 'waiting' }, 'due'),
  view('Late', { due: 'late' }, 'due'),
  view('Due in 6 hours', { due: 'soon' }, 'due'),
  view('Assigned to me', { status: 'waiting', assigned: 'me' }, 'due'),
  view('With a note', { noted: true }),
]

/** Unknown filters, of another version, are left out. */
export function savedView({ id, name, filter, sort }: SavedView): DeskView {
  const saved = typeof filter === 'object' && filter !== null && !Array.isArray(filter) ? filter : {}
  const text = (key: string) => {
    const value = saved[key] === true ? '' : saved[key]
    return typeof value === 'string' ? value : null
  }
  return {
    name,
    saved: id,
    sort: sort === 'due' ? 'due' : 'newest',
    filters: {
      ...readState(filterParams, text),
      search: text('search') ?? '',
      from: dayOf(text('from') ?? ''),
      to: dayOf(text('to') ?? '', 1),
    },
  }
}

/** Views were once saved with moments instead of days: in local time; `before` makes an exclusive end inclusive. */
function dayOf(saved: string, before = 0): string {
  if (isDay(saved)) return saved
  const time = Date.parse(saved)
  const day = Number.isNaN(time) ? '' : new Date(time - before).toLocaleDateString('sv')
  return isDay(day) ? day : ''
}

export function isSameView(
  a: Pick<DeskView, 'filters' | 'sort'>,
  b: Pick<DeskView, 'filters' | 'sort'>,
): boolean {
  return (
    a.sort === b.sort && JSON.stringify(orderFilter(a.filters)) === JSON.stringify(orderFilter(b.filters))
  )
}
