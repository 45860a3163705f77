import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OrderFilters } from '@/entities/admin-orders'
import { isOrderStatus } from '@/entities/orders'
import { isDay } from '@/lib/local-day'

const names = { search: 'q', status: 'status', from: 'from', to: 'to' } as const

function readFilters(query: URLSearchParams): OrderFilters {
  const day = (name: string) => {
    const text = query.get(name) ?? ''
    return isDay(text) ? text : ''
  }
  const status = query.get(names.status) ?? ''
  return {
    search: query.get(names.search) ?? '',
    status: isOrderStatus(status) ? status : '',
    from: day(names.from),
    to: day(names.to),
  }
}

/** The address with some filters changed, on its first page. */
function changed(query: URLSearchParams, changes: Partial<OrderFilters>): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('page')
  for (const [filter, value] of Object.entries(changes)) {
    const name = names[filter as keyof OrderFilters]
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** Filters, page and the opened order of /admin/orders, which live in its address (D20). */
export function useOrderFilters() {
  const [query, setQuery] = useSearchParams()
  const filters = useMemo(() => readFilters(query), [query])

  const change = useCallback(
    (changes: Partial<OrderFilters>) => setQuery(changed(query, changes), { replace: true }),
    [query, setQuery],
  )
  const put = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(query)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: true })
  }

  return {
    filters,
    active: Object.values(filters).some((value) => value.trim() !== ''),
    page: Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1),
    opened: query.get('order') ?? undefined,
    change,
    turnTo: (page: number) => put('page', page > 1 ? String(page) : undefined),
    open: (id: string | undefined) => put('order', id),
    /** Where a count card leads: its status, or all of them if it is the chosen one. */
    linkTo: (status: OrderFilters['status']) =>
      `?${changed(query, { status: status === filters.status ? '' : status })}`,
  }
}
