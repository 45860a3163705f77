import type { OrderStatus } from '@/entities/orders/status'
import { endOfDay, startOfDay } from '@/lib/local-day'

/** 'waiting': pending or processing. Empty for all. */
export type OrderStatusFilter = OrderStatus | 'waiting' | ''

/** Empty strings do not filter. Days are local and inclusive (D27). */
export type OrderFilters = {
  search: string
  status: OrderStatusFilter
  from: string
  to: string
  /** Of waiting orders: 'late' is past the due time (D56), 'soon' is less than six hours before the due time. */
  due: 'late' | 'soon' | ''
  assigned: 'me' | 'nobody' | ''
  benefit: string
  noted: boolean
}

export type OrderSort = 'newest' | 'due'

export const noOrderFilters: OrderFilters = {
  search: '',
  status: '',
  from: '',
  to: '',
  due: '',
  assigned: '',
  benefit: '',
  noted: false,
}

/** For the database functions; equal filters are equal as JSON text. */
export function orderFilter(filters: OrderFilters) {
  const { search, status, from, to, due, assigned, benefit, noted } = filters
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
    ...(due && { due }),
    ...(assigned && { assigned }),
    ...(benefit && { benefit }),
    ...(noted && { noted }),
  }
}

export function canSortByDue({ status, due }: Pick<OrderFilters, 'status' | 'due'>): boolean {
  return due !== '' || ['pending', 'processing', 'waiting'].includes(status)
}

/** Whether the table alone cannot express the filters. */
export function needsSearch(filters: OrderFilters, sort: OrderSort): boolean {
  const { search, status, due, assigned, noted } = filters
  return Boolean(search || due || assigned || noted) || status === 'waiting' || sort === 'due'
}
