import { usePageCursor } from '@/components/list/pager'
import { useSearchText } from '@/components/list/search-field'
import { dayParam, flagParam, idParam, oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import {
  canSortByDue,
  noOrderFilters,
  type OrderFilters,
  type OrderSort,
  type OrderStatusFilter,
} from '@/entities/orders/admin-list'
import { orderStatuses } from '@/entities/orders/order'
import { capitalize } from '@/lib/format'

/** Of the address and of saved views. */
export const filterParams = {
  status: oneOf([...orderStatuses, 'waiting'], ''),
  from: dayParam,
  to: dayParam,
  due: oneOf(['late', 'soon'], ''),
  assigned: oneOf(['me', 'nobody'], ''),
  benefit: idParam,
  noted: flagParam,
}
const params = {
  q: textParam,
  ...filterParams,
  sort: oneOf(['due'], 'newest'),
  order: textParam,
}
const keepPage = { keepPage: true }

export function useOrderFilters() {
  const { state, set, linkTo, urgentLink } = useUrlState(params)
  const { q: _, sort: sortParam, order, ...chosen } = state
  const { typed, search, setTyped } = useSearchText()
  const filters: OrderFilters = { ...chosen, search }
  const sort: OrderSort = canSortByDue(filters) ? sortParam : 'newest'
  const urlOf = ({ search: text, ...others }: OrderFilters, by: OrderSort) => ({
    ...others,
    q: text,
    sort: by,
  })

  return {
    filters,
    sort,
    typed,
    setTyped,
    active: typed.trim() !== '' || Object.values(filters).some(Boolean),
    ...usePageCursor(),
    choose: set,
    sortBy: (by: OrderSort) =>
      set(by === 'due' && !canSortByDue(filters) ? { sort: by, status: 'waiting' } : { sort: by }),
    clear() {
      setTyped('')
      set(urlOf(noOrderFilters, 'newest'))
    },
    show(view: OrderFilters, by: OrderSort) {
      setTyped(view.search)
      set(urlOf(view, by))
    },
    linkToView: (view: OrderFilters, by: OrderSort) => linkTo(urlOf(view, by)),
    opened: order || undefined,
    open: (id = '') => set({ order: id }, { ...keepPage, urgent: id !== '' }),
    linkToOrder: (id: string) => urgentLink({ order: id }, keepPage),
    /** The selected status links to all orders. */
    linkToStatus: (each: OrderStatusFilter) => linkTo({ status: each === chosen.status ? '' : each }),
  }
}

type Names = { benefit: string | undefined }

/** 'Status pending, Framewell Prototyping, due first' */
export function describeView(filters: OrderFilters, sort: OrderSort, { benefit }: Names): string {
  const { search, status, from, to, due, assigned, noted } = filters
  const parts = [
    search && `matching "${search}"`,
    status && `status ${status}`,
    due && (due === 'late' ? 'late' : 'due in 6 hours'),
    assigned && (assigned === 'me' ? 'assigned to me' : 'assigned to nobody'),
    filters.benefit && (benefit ?? 'one benefit'),
    noted && 'with a note',
    from && `from ${from}`,
    to && `to ${to}`,
    sort === 'due' ? 'due first' : 'newest first',
  ]
  return capitalize(parts.filter(Boolean).join(', '))
}
