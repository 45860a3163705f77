import { useSearchParams } from 'react-router-dom'
import { usePageCursor } from '@/components/list/use-page-cursor'
import { useSearchText } from '@/components/list/use-search-text'
import type { OrderFilters, OrderStatusFilter } from '@/entities/orders/admin-list'
import { isOrderStatus } from '@/entities/orders/order'
import { isDay } from '@/lib/local-day'
import { withoutCursor } from '@/lib/page-cursor'

type Choices = Partial<Omit<OrderFilters, 'search'>>

const none = { q: '', status: '', from: '', to: '' }

/** The address with some filters changed, on its first page. */
function withChoices(query: URLSearchParams, choices: Choices | typeof none): URLSearchParams {
  const next = withoutCursor(new URLSearchParams(query))
  for (const [name, value] of Object.entries(choices)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** The address with the details of an order open, or of none. */
function withOrder(query: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(query)
  if (id) next.set('order', id)
  else next.delete('order')
  return next
}

/** Filters, place in the list and the opened order of /admin/orders, which live in its address (D20). */
export function useOrderFilters() {
  const [query, setQuery] = useSearchParams()
  const { typed, search, setTyped } = useSearchText()
  const { place, go } = usePageCursor()
  const day = (name: string) => {
    const text = query.get(name) ?? ''
    return isDay(text) ? text : ''
  }
  const status = query.get('status') ?? ''
  const filters: OrderFilters = {
    search,
    status: isOrderStatus(status) || status === 'overdue' ? status : '',
    from: day('from'),
    to: day('to'),
  }

  return {
    filters,
    typed,
    setTyped,
    active: typed.trim() !== '' || Object.values(filters).some(Boolean),
    place,
    go,
    choose: (choices: Choices) => setQuery(withChoices(query, choices), { replace: true }),
    clear: () => {
      setTyped('')
      setQuery(withChoices(query, none), { replace: true })
    },
    opened: query.get('order') ?? undefined,
    open: (id: string | undefined) => setQuery(withOrder(query, id), { replace: true }),
    /** Where the details of an order are. */
    linkToOrder: (id: string) => `?${withOrder(query, id)}`,
    /** Where a count leads: to its orders, or to all of them if it is the chosen one. */
    linkTo: (each: OrderStatusFilter) =>
      `?${withChoices(query, { status: each === filters.status ? '' : each })}`,
  }
}
