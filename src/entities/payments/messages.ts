import { errorDetail, explainError } from '@/lib/errors'
import { priceText } from '@/lib/prices'

export const checkoutFailure = {
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
