import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payment, paymentKeys, requestPayments } from '@/entities/payments/payment'
import { useUser } from '@/entities/session/session'
import { findOne, read } from '@/entities/shared/read'
import { errorDetail, explainError } from '@/lib/errors'
import { priceText } from '@/lib/prices'
import { tabStorage } from '@/lib/storage'
import { supabase } from '@/lib/supabase'

const checkoutFailure = {
  title: 'Payment Failed',
  description: 'The payment page could not be opened. Nothing was charged.',
}

/** Why no payment page was opened, in words. */
export function checkoutProblem(error: unknown): string {
  return (
    explainError(error, {
      price_changed: `It costs ${priceText(Number(errorDetail(error)))} now. Nothing was charged.`,
      payments_off: 'Payments are not available at the moment. Nothing was charged.',
      membership_not_due: 'Your membership is active. You can renew it in its last 30 days.',
      payment_in_progress: 'An earlier payment is still being confirmed. Try again in a few minutes.',
      pack_unavailable: 'These tokens are no longer offered. Nothing was charged.',
      account_leaving: 'Your account is going to be deleted. Keep it first, on Your Profile.',
      rate_limited: 'You have opened the payment page 20 times in an hour. Please try again later.',
    }) ?? checkoutFailure.description
  )
}

/** The own payments, newest first; asked for again while one of them is being confirmed. */
export function useOwnPayments() {
  const { id } = useUser()
  return useQuery({
    queryKey: paymentKeys.own(id),
    queryFn: async ({ signal }) => {
      const rows = supabase.from('payments').select().eq('user_id', id)
      const newest = rows.order('created_at', { ascending: false }).order('id').limit(100)
      return read(newest, signal)
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'processing') ? 2000 : false,
  })
}

/** The state of a payment that has just been made, by the database and not by the return address (D63). */
export function usePaymentOutcome(paymentId: string) {
  return useQuery({
    queryKey: [...paymentKeys.all, 'outcome', paymentId],
    queryFn: ({ signal }) => findOne(supabase.from('payments').select().eq('id', paymentId), signal),
    enabled: paymentId !== '',
    refetchInterval: ({ state: { data } }) => (isWaiting(data) ? 2000 : false),
    staleTime: 0,
  })
}

export const isWaiting = (payment: Payment | null | undefined): boolean =>
  payment?.state === 'opened' || payment?.state === 'processing'

/** `price`: what the screen shows, in cents; it is never sent. */
type Purchase = { price: number } & ({ kind: 'membership' } | { kind: 'tokens'; tokens: number })

const returnPathKey = 'guildhall-after-payment'

/** Leaves for the payment page. `back`: where to continue once it is paid, instead of the list of payments. */
export function useOpenCheckout(returnPath?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ price, ...purchase }: Purchase) => {
      const checkout = { action: 'checkout', ...purchase }
      const { url, amount } = await requestPayments<{ url: string; amount: number }>(checkout)
      if (amount !== price)
        throw Object.assign(new Error('price_changed'), { code: 'PT409', details: String(amount) })
      if (returnPath) tabStorage.setItem(returnPathKey, returnPath)
      else tabStorage.removeItem(returnPathKey)
      window.location.assign(url)
      // Busy until the page has gone.
      await new Promise((resolve) => setTimeout(resolve, 10_000))
    },
    // The offer may have changed.
    onError: () => void client.invalidateQueries(),
    meta: { failed: (error) => ({ ...checkoutFailure, description: checkoutProblem(error) }) },
  })
}

/** Where a member wanted to continue after paying; once. */
export function popReturnPath(): string | undefined {
  const returnPath = tabStorage.getItem(returnPathKey) ?? undefined
  tabStorage.removeItem(returnPathKey)
  return returnPath
}

/** Opens Stripe's receipt. */
export function useOpenReceipt() {
  return useMutation({
    mutationFn: async (payment: string) => {
      const { url } = await requestPayments<{ url: string | null }>({ action: 'receipt', payment })
      if (!url) throw new Error('no receipt')
      window.location.assign(url)
    },
    meta: { failed: 'The receipt could not be opened.', refreshes: ['nothing'] },
  })
}
