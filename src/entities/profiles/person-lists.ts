import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { codeKeys } from '@/entities/codes/code'
import { codeLoadFailures } from '@/entities/codes/messages'
import { ordersLoadFailure } from '@/entities/orders/messages'
import { orderColumns, orderKeys } from '@/entities/orders/order'
import { paymentKeys } from '@/entities/payments/payment'
import { applyRange, type KeysetRange, readKeysetPage } from '@/entities/shared/keyset'
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

export function useProfileOrders(id: string, cursor: PageCursor) {
  return useQuery({
    queryKey: orderKeys.ofProfile(id, cursor),
    queryFn: ({ signal }) =>
      readKeysetPage({ rows: (range) => ordersOf(id, range) }, cursor, relatedRowsPerPage, signal),
    placeholderData: keepPreviousData,
    meta: { failed: ordersLoadFailure },
  })
}

/** Newest first; each with the balance after it (D2). */
export function useProfileTransactions(id: string, cursor: PageCursor) {
  return useQuery({
    queryKey: transactionKeys.ofProfile(id, cursor),
    queryFn: ({ signal }) =>
      readKeysetPage({ rows: (range) => transactionsOf(id, range) }, cursor, relatedRowsPerPage, signal),
    placeholderData: keepPreviousData,
  })
}

export function useProfileCodes(id: string, cursor: PageCursor) {
  return useQuery({
    queryKey: codeKeys('token').ofProfile(id, cursor),
    queryFn: ({ signal }) =>
      readKeysetPage({ rows: (range) => codesOf(id, range) }, cursor, relatedRowsPerPage, signal),
    placeholderData: keepPreviousData,
    meta: { failed: codeLoadFailures.token },
  })
}

export function useProfilePayments(id: string, cursor: PageCursor) {
  return useQuery({
    queryKey: paymentKeys.ofProfile(id, cursor),
    queryFn: ({ signal }) =>
      readKeysetPage({ rows: (range) => paymentsOf(id, range) }, cursor, relatedRowsPerPage, signal),
    placeholderData: keepPreviousData,
  })
}
