import { usePageCursor } from '@/components/list/use-page-cursor'
import { useSearchText } from '@/components/list/use-search-text'
import { oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import type { OrderFilters, OrderStatusFilter } from '@/entities/orders/admin-list'
import { orderStatuses } from '@/entities/orders/status'
import { isDay } from '@/lib/local-day'

const dayParam = (text: string | null) => (text && isDay(text) ? text : '')
const params = {
  q: textParam,
  status: oneOf([...orderStatuses, 'overdue'], ''),
  from: dayParam,
  to: dayParam,
  order: textParam,
}
const keepPage = { keepPage: true }

/** All in the URL (D20). */
export function useOrderFilters() {
  const { state, set, linkTo, urgentLink } = useUrlState(params)
  const { status, from, to, order } = state
  const { typed, search, setTyped } = useSearchText()
  const filters: OrderFilters = { search, status, from, to }

  return {
    filters,
    typed,
    setTyped,
    active: typed.trim() !== '' || Object.values(filters).some(Boolean),
    ...usePageCursor(),
    choose: set,
    clear() {
      setTyped('')
      set({ q: '', status: '', from: '', to: '' })
    },
    opened: order || undefined,
    open: (id = '') => set({ order: id }, { ...keepPage, urgent: true }),
    linkToOrder: (id: string) => urgentLink({ order: id }, keepPage),
    /** The selected status links to all orders. */
    linkToStatus: (each: OrderStatusFilter) => linkTo({ status: each === status ? '' : each }),
  }
}
