import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { codeKeys } from '@/entities/codes/code'
import { codeLoadFailures } from '@/entities/codes/messages'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { orderColumns, orderKeys } from '@/entities/orders/order'
import { paymentKeys } from '@/entities/payments/payment'
import { applyRange, type KeysetRange, type KeysetSource, readKeysetPage } from '@/entities/shared/keyset'
import { transactionColumns, transactionKeys } from '@/entities/transactions/transaction'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'

export const relatedRowsPerPage = 10

const ordersOf = (id: string, range: KeysetRange) =>
  applyRange(supabase.from('orders').select(orderColumns).eq('user_id', id), 'created_at', range)

const transactionsOf = (id: string, range: KeysetRange) =>
  applyRange(
    supabase.from('token_transactions').select(transactionColumns).eq('account_id', id),
    'seq',
    range,
    {
      unique: true,
    },
  )

/** From the ledger, because a code has only its last user. */
const codesOf = (id: string, range: KeysetRange) =>
  applyRange(
    supabase
      .from('token_transactions')
      .select('id, seq, created_at, amount, code:redeemed_code(id, code, note)')
      .eq('account_id', id)
      .not('redeem_code_id', 'is', null),
    'seq',
    range,
    { unique: true },
  )

/** Without what was opened and not paid. */
const paymentsOf = (id: string, range: KeysetRange) =>
  applyRange(
    supabase.from('payments').select().eq('account_id', id).not('state', 'in', '(opened,expired)'),
    'created_at',
    range,
  )

export type ProfileOrder = QueryData<ReturnType<typeof ordersOf>>[number]
export type ProfileTransaction = QueryData<ReturnType<typeof transactionsOf>>[number]
export type ProfileCode = QueryData<ReturnType<typeof codesOf>>[number]

/** A page of what belongs to a person. */
export function usePersonRows<Row>(
  queryKey: QueryKey,
  rows: KeysetSource<Row, never>['rows'],
  cursor: PageCursor,
  failed?: string,
) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => readKeysetPage({ rows }, cursor, relatedRowsPerPage, signal),
    placeholderData: keepPreviousData,
    ...(failed && { meta: { failed } }),
  })
}

export const useProfileOrders = (id: string, cursor: PageCursor) =>
  usePersonRows(orderKeys.ofProfile(id, cursor), (range) => ordersOf(id, range), cursor, ordersLoadFailure)

/** Newest first; each with the balance after it (D2). */
export const useProfileTransactions = (id: string, cursor: PageCursor) =>
  usePersonRows(transactionKeys.ofProfile(id, cursor), (range) => transactionsOf(id, range), cursor)

export const useProfileCodes = (id: string, cursor: PageCursor) =>
  usePersonRows(
    codeKeys('token').ofProfile(id, cursor),
    (range) => codesOf(id, range),
    cursor,
    codeLoadFailures.token,
  )

export const useProfilePayments = (id: string, cursor: PageCursor) =>
  usePersonRows(paymentKeys.ofProfile(id, cursor), (range) => paymentsOf(id, range), cursor)
