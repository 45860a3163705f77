import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { monthBounds } from '@/entities/history/statement'
import { paymentKeys, requestPayments } from '@/entities/payments/payment'
import { type KeysetPage, type KeysetRange, rangeArguments, readKeysetPage } from '@/entities/shared/keyset'
import { read, readOne, send } from '@/entities/shared/read'
import { explainError } from '@/lib/errors'
import type { PageCursor } from '@/lib/page-cursor'
import { supabase } from '@/lib/supabase'
import type { FunctionRow, Nullable } from '@/lib/tables'

/** A payment as admins see it; name and email are null once the person was deleted. */
export type AdminPayment = Nullable<
  FunctionRow<'search_payments'>,
  | 'user_id'
  | 'name'
  | 'email'
  | 'tokens'
  | 'paid_at'
  | 'starts_at'
  | 'ends_at'
  | 'refunded_at'
  | 'refund_failed_at'
  | 'refund_reason'
  | 'tokens_returned'
  | 'tokens_unspent'
  | 'dispute_reason'
  | 'dispute_due_at'
  | 'dispute_status'
  | 'intent_id'
>

export const paymentStates = [
  'paid',
  'refunded',
  'disputed',
  'dispute_open',
  'processing',
  'failed',
  'expired',
  'opened',
] as const
/** Empty strings do not filter; a month is `2026-11`. */
type PaymentFilters = { search: string; state: string; month: string }

const within = (month: string) => {
  const bounds = month ? monthBounds(month) : undefined
  return { p_from: bounds?.from, p_to: bounds?.until }
}

export const paymentsPerPage = 25

export function useAdminPayments(filters: PaymentFilters, cursor: PageCursor) {
  return useQuery({
    queryKey: paymentKeys.adminList(filters, cursor),
    queryFn: async ({ signal }): Promise<KeysetPage<AdminPayment>> => {
      const rows = (range: KeysetRange) =>
        supabase.rpc('search_payments', {
          p_search: filters.search || undefined,
          p_state: filters.state || undefined,
          ...within(filters.month),
          ...rangeArguments(range),
        })
      return readKeysetPage({ rows }, cursor, paymentsPerPage, signal)
    },
    placeholderData: keepPreviousData,
    meta: { failed: 'Failed to load payments' },
  })
}

/** Disputes that wait for an answer, the first one that is due first. */
export function useOpenDisputes() {
  return useQuery({
    queryKey: paymentKeys.adminDisputes,
    queryFn: async ({ signal }) => {
      const open = supabase.rpc('search_payments', { p_state: 'dispute_open', p_limit: 100 })
      const data = await read(open, signal)
      return (data as AdminPayment[])
        .filter(({ dispute_status }) => !isAnswered(dispute_status))
        .toSorted((one, other) => dueAt(one) - dueAt(other))
    },
  })
}

const dueAt = ({ dispute_due_at }: AdminPayment) => Date.parse(dispute_due_at ?? '') || Infinity
/** A dispute without a status from Stripe counts as waiting for an answer. */
export const isAnswered = (status: string | null): boolean => status?.endsWith('under_review') ?? false

/** Where Stripe shows a payment, and takes the answer to its dispute. */
export const stripePage = ({ intent_id, is_test }: AdminPayment): string | undefined =>
  intent_id ? `https://dashboard.stripe.com/${is_test ? 'test/' : ''}payments/${intent_id}` : undefined

/** What was paid in a month (`2026-11`), or in all, without tests. */
export function usePaymentSums(month: string) {
  return useQuery({
    queryKey: paymentKeys.adminSums(month),
    queryFn: ({ signal }) => readOne(supabase.rpc('payment_sums', within(month)), signal),
    placeholderData: keepPreviousData,
  })
}

/** Events of Stripe that could not be applied (D63). */
export function usePaymentProblems() {
  return useQuery({
    queryKey: paymentKeys.adminProblems,
    queryFn: async ({ signal }) =>
      (await read(supabase.rpc('payment_problems'), signal)) as Nullable<
        FunctionRow<'payment_problems'>,
        'payment_id' | 'intent_id'
      >[],
  })
}

export function useSettleProblem() {
  return useMutation({
    mutationFn: (p_id: string) => send(supabase.rpc('settle_payment_problem', { p_id })),
  })
}

/** Asks Stripe for a refund, whole without an amount; nothing changes here before Stripe reports it (D64). */
export function useRefund() {
  return useMutation({
    mutationFn: (refund: { payment: string; amount?: number; reason: string }) =>
      requestPayments<{ amount: number }>({ action: 'refund', ...refund }),
    meta: { failed: 'form' },
  })
}

export const refundProblem = (error: unknown): string =>
  explainError(error, {
    reason_required: 'Enter a reason of up to 200 characters, which the member reads.',
    refund_refused: 'This payment cannot be refunded as it is now. Look at it again.',
    payment_not_found: 'This payment does not exist any more.',
    not_admin: 'Only admins refund payments.',
  }) ?? 'The refund could not be asked for. Nothing has changed.'

type Connection = {
  state: 'ready' | 'not_configured' | 'unreachable'
  mode?: 'live' | 'test'
  missing?: string[]
}

export const connectionProblem = ({ state, missing }: Connection): string =>
  state === 'not_configured'
    ? `The function payments lacks ${missing?.join(', ')}: see docs/deploy.md.`
    : 'The function payments does not respond: see docs/deploy.md.'

/** Whether the function `payments` has the keys of Stripe, and which (D61). */
export function useConnection() {
  return useQuery({
    queryKey: [...paymentKeys.all, 'connection'],
    queryFn: () =>
      requestPayments<Connection>({}, 'GET').catch(
        (error: Connection): Connection => ({
          state: error.state === 'not_configured' ? error.state : 'unreachable',
          missing: error.missing,
        }),
      ),
  })
}
