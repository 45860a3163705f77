import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Benefit } from '@/entities/benefits/benefit'
import { useUser } from '@/entities/session/session'
import { read } from '@/entities/shared/read'
import { formatCount } from '@/lib/format'
import { hoursIn } from '@/lib/near-time'
import { offlineCacheOptions } from '@/lib/offline-cache'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

type OrderRow = Tables<'orders'>

export const orderColumns =
  'id, order_number, redemption_email, status, benefit_name, benefit_token_value, benefit_image_url, benefit_description, customer_name, customer_email, created_at, updated_at, benefit(name, token_value, image_url, description)'

export const orderKeys = {
  all: ['orders'],
  ownLists: (userId: string) => ['orders', 'own', userId],
  own: (userId: string, list: object) => ['orders', 'own', userId, list],
  ownDetail: (userId: string, id: string) => ['orders', 'own-detail', userId, id],
  ownOfBenefit: (userId: string, benefitId: string) => ['orders', 'own-of-benefit', userId, benefitId],
  newestOf: (userId: string, benefitIds: readonly string[]) => ['orders', 'newest-of', userId, benefitIds],
  current: (userId: string) => ['orders', 'current', userId],
  ofProfile: (profileId: string, cursor: PageCursor) => ['orders', 'of-profile', profileId, cursor],
  openOfProfile: (profileId: string) => ['orders', 'open-of-profile', profileId],
  creditLeft: (userId: string) => ['orders', 'credit-left', userId],
  adminLists: ['orders', 'admin-list'],
  adminList: (filters: object, cursor: PageCursor) => ['orders', 'admin-list', filters, cursor],
  adminCount: (filters: object) => ['orders', 'admin-count', filters],
  adminStatusCounts: ['orders', 'admin-status-counts'],
  adminDetail: (id: string) => ['orders', 'admin-detail', id],
  adminDelivery: (id: string) => ['orders', 'admin-delivery', id],
  adminNotes: (id: string) => ['orders', 'admin-notes', id],
  adminViews: ['orders', 'admin-views'],
  adminViewCounts: (filters: readonly object[]) => ['orders', 'admin-view-counts', filters],
  adminHistory: (id: string) => ['orders', 'admin-history', id],
}

export const orderStatuses = ['pending', 'processing', 'completed', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Of orders that somebody still has to do something for. */
export const openStatuses = ['pending', 'processing']
export const isOpenOrder = ({ status }: { status: string }) => openStatuses.includes(status)

/** An open order whose due time has passed (D56). */
export const isLateOrder = (order: { status: string; due_at: string | null }, now: number) =>
  isOpenOrder(order) && order.due_at !== null && Date.parse(order.due_at) < now

const statusTexts: Record<OrderStatus, string> = {
  pending: 'Will be processed within 24-48 hours',
  processing: 'Being processed',
  completed: 'Ready for delivery',
  delivered: 'Successfully delivered',
  cancelled: 'This order has been cancelled',
}

export function isOrderStatus(status: string): status is OrderStatus {
  return orderStatuses.some((known) => known === status)
}

export function statusText(status: string): string {
  return isOrderStatus(status) ? statusTexts[status] : 'Order status is being updated'
}

type Snapshot = Pick<
  OrderRow,
  'benefit_name' | 'benefit_token_value' | 'benefit_image_url' | 'benefit_description'
>
type LinkedBenefit = Pick<Benefit, 'name' | 'token_value' | 'image_url' | 'description'>

/** The snapshot, else the linked benefit, else 'Deleted Benefit' at 0 (D13). */
export function orderedBenefit(order: Snapshot & { benefit: LinkedBenefit | null }) {
  return {
    name: order.benefit_name ?? order.benefit?.name ?? 'Deleted Benefit',
    tokens: order.benefit_token_value ?? order.benefit?.token_value ?? 0,
    imageUrl: order.benefit_image_url ?? order.benefit?.image_url ?? null,
    description: order.benefit_description ?? order.benefit?.description ?? null,
  }
}

export function orderLabel(order: Pick<OrderRow, 'order_number'>): string {
  return order.order_number ?? 'Legacy Order'
}

type Terms = Pick<OrderRow, 'credit_rate' | 'credit_cap'>
type LateOrder = Terms & Pick<OrderRow, 'delivery_method' | 'due_at' | 'benefit_token_value' | 'late_credit'>

/** Tokens for full hours of delay, up to the cap and the price; none once an admin has closed the order (D36). */
export function calculateLateCredit(order: LateOrder, now: number): number {
  if (order.delivery_method !== 'manual' || !order.due_at || order.late_credit !== null) return 0
  const hours = Math.max(0, hoursIn(now - Date.parse(order.due_at)))
  return Math.min(order.credit_rate * hours, order.credit_cap, order.benefit_token_value ?? 0)
}

/** 'One token for each full hour, up to 10'. */
export function creditTerms({ credit_rate, credit_cap }: Terms): string {
  const rate = credit_rate === 1 ? 'One token' : formatCount(credit_rate, 'token')
  return `${rate} for each full hour, up to ${credit_cap}`
}

/** In tokens, per member in 30 days. */
export const maxCredit = 20

const creditLeftQuery = (userId: string) =>
  queryOptions({
    queryKey: orderKeys.creditLeft(userId),
    queryFn: ({ signal }) => read(supabase.rpc('late_credit_left'), signal),
    ...offlineCacheOptions(),
  })

/** Read once an order needs it. */
export function useCreditLeft(isNeeded = true) {
  return useQuery({ ...creditLeftQuery(useUser().id), enabled: isNeeded })
}
