import { errorCode, errorDetail, errorMessage, explainError } from '@/lib/errors'
import { formatCount } from '@/lib/format'

export const ordersLoadFailure = 'Failed to load orders'

export const orderStatusFailure = { title: 'Error', description: 'Failed to update order status' }

export const orderStatusUpdated = (status: string) => `Order status updated to ${status}`

export function cancelProblem(error: unknown): string {
  return (
    explainError(error, {
      order_not_pending: orderTaken,
      order_not_found: 'This order is no longer yours.',
      rate_limited: 'You have cancelled 30 orders in the last hour. Please try again later.',
      network:
        'The server did not respond, so the order may or may not have been cancelled. It is safe to try again.',
    }) ?? 'The order was not cancelled. Please try again.'
  )
}

export const orderTaken =
  'An admin started working on this order after you opened this, so it can no longer be cancelled. Nothing has changed.'

/** How the dialog reacts to a refused order; nothing was charged. */
type OrderRefusal = {
  title: string
  description: string
  /** Shown in the dialog, or at the field named by `at`. */
  sentence?: string
  at?: 'email'
  price?: number
  /** The membership has to be paid first. */
  pay?: true
  /** The button's label if no further attempt can succeed. */
  ended?: string
}

const failed = { title: 'Order Failed', description: 'Something went wrong. Please try again.' }

export function orderRefusal(error: unknown): OrderRefusal {
  switch (errorCode(error)) {
    case 'insufficient_tokens':
      return {
        title: 'Insufficient Tokens',
        description: "You don't have enough tokens for this benefit.",
        sentence: 'Nothing was charged: your balance has changed since you opened this.',
      }
    case 'price_changed': {
      const price = Number(errorDetail(error))
      if (!Number.isInteger(price)) return failed
      const sentence = `Nothing was charged: the price changed to ${formatCount(price, 'token')}. Confirm again if you agree.`
      return { ...failed, price, sentence }
    }
    case 'membership_inactive':
      return {
        ...failed,
        pay: true,
        ended: 'Not active yet',
        sentence: 'Redeeming opens once your membership is paid. Nothing was charged.',
      }
    case 'membership_ended':
      return {
        ...failed,
        pay: true,
        ended: 'Membership ended',
        sentence: 'Your membership has ended. Redeeming opens with the next year. Nothing was charged.',
      }
    case 'benefit_unavailable':
      return {
        ...failed,
        ended: 'Not available',
        sentence: 'This benefit is no longer available. Nothing was charged.',
      }
    case 'sold_out':
      return {
        ...failed,
        ended: 'Sold out',
        sentence: 'Sold out: the last one has just gone. Nothing was charged.',
      }
    case 'limit_reached':
      return {
        ...failed,
        ended: 'Limit reached',
        sentence: 'You have as many of this benefit as one member can order. Nothing was charged.',
      }
    case 'closed':
      return { ...failed, ended: 'Closed', sentence: 'This benefit has closed. Nothing was charged.' }
    case 'not_open_yet':
      return { ...failed, sentence: 'This benefit is not open yet. Nothing was charged.' }
    case 'invalid_redemption_email':
      return { ...failed, at: 'email', sentence: 'Enter an email address like name@example.com.' }
    case 'network':
      return { ...failed, sentence: `${errorMessage(error, failed.description)} You are not charged twice.` }
    default:
      return { ...failed, sentence: explainError(error) }
  }
}
