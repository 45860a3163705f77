import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { LinkedBenefit, OrderRow } from '@/entities/orders/order'
import { afterKey, type KeysetRange, readKeysetPage } from '@/entities/shared/keyset'
import type { Transaction } from '@/entities/transactions/history'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type ProfileOrder = Pick<
  OrderRow,
  | 'id'
  | 'order_number'
  | 'status'
  | 'created_at'
  | 'benefit_name'
  | 'benefit_token_value'
  | 'benefit_image_url'
  | 'benefit_description'
> & { benefit: LinkedBenefit | null }
export type ProfileTransaction = Transaction & { seq: number; reason: string | null }
export type ProfileCode = Pick<
  Tables<'redeem_codes'>,
  'id' | 'code' | 'token_value' | 'note' | 'used_at' | 'created_at'
>

/** How many rows of each list one page of the panel holds. */
export const relatedRowsPerPage = 10

function orders(id: string, { key, reverse, limit }: KeysetRange) {
  let rows = supabase
    .from('orders')
    .select(
      'id, order_number, status, created_at, benefit_name, benefit_token_value, benefit_image_url, benefit_description, benefit(name, token_value, image_url, description)',
    )
    .eq('user_id', id)
  if (key) {
    rows = reverse ? rows.gte('created_at', key.value) : rows.lte('created_at', key.value)
    rows = rows.or(afterKey('created_at', key, !reverse))
  }
  return rows.order('created_at', { ascending: reverse }).order('id', { ascending: reverse }).limit(limit)
}

function entries(id: string, { key, reverse, limit }: KeysetRange) {
  const rows = supabase
    .from('token_transactions')
    .select(
      'id, seq, created_at, transaction_type, amount, balance_after, description, reason, order_id, order:related_order(order_number, benefit_name, benefit(name))',
    )
    .eq('account_id', id)
    .order('seq', { ascending: reverse })
    .limit(limit)
  if (!key) return rows
  return reverse ? rows.gt('seq', key.value) : rows.lt('seq', key.value)
}

function codes(id: string, { key, reverse, limit }: KeysetRange) {
  let rows = supabase
    .from('redeem_codes')
    .select('id, code, token_value, note, used_at, created_at')
    .eq('used_by', id)
  if (key) {
    rows = reverse ? rows.gte('used_at', key.value) : rows.lte('used_at', key.value)
    rows = rows.or(afterKey('used_at', key, !reverse))
  }
  return rows.order('used_at', { ascending: reverse }).order('id', { ascending: reverse }).limit(limit)
}

/** The pages of a panel are turned to, never typed. */
const keyAt = async () => undefined

export const relatedListQueries = {
  orders: (id: string, place: PageCursor) =>
    queryOptions({
      queryKey: ['orders', 'of', id, place],
      queryFn: ({ signal }) =>
        readKeysetPage<ProfileOrder>(place, relatedRowsPerPage, {
          read: (slice) => orders(id, slice).abortSignal(signal).throwOnError(),
          keyAt,
        }),
      placeholderData: keepPreviousData,
      meta: { failed: 'Failed to load orders' },
    }),
  entries: (id: string, place: PageCursor) =>
    queryOptions({
      queryKey: ['transactions', 'of', id, place],
      queryFn: ({ signal }) =>
        readKeysetPage<ProfileTransaction>(place, relatedRowsPerPage, {
          read: (slice) => entries(id, slice).abortSignal(signal).throwOnError(),
          keyAt,
        }),
      placeholderData: keepPreviousData,
    }),
  codes: (id: string, place: PageCursor) =>
    queryOptions({
      queryKey: ['redeem-codes', 'of', id, place],
      queryFn: ({ signal }) =>
        readKeysetPage<ProfileCode>(place, relatedRowsPerPage, {
          read: (slice) => codes(id, slice).abortSignal(signal).throwOnError(),
          keyAt,
        }),
      placeholderData: keepPreviousData,
      meta: { failed: 'Failed to load redeem codes' },
    }),
}

/** A page of a person's orders, latest first. */
export function useProfileOrders(id: string, place: PageCursor) {
  return useQuery(relatedListQueries.orders(id, place))
}

/** A page of a person's ledger, latest first; each entry carries the balance after it (D2). */
export function useProfileTransactions(id: string, place: PageCursor) {
  return useQuery(relatedListQueries.entries(id, place))
}

/** A page of the token codes that a person redeemed, latest first. */
export function useProfileCodes(id: string, place: PageCursor) {
  return useQuery(relatedListQueries.codes(id, place))
}
