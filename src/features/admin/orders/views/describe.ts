import type { OrderFilters, OrderSort } from '@/entities/orders/admin-list'
import { capitalize } from '@/lib/format'

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
