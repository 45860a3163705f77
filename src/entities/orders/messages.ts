import { errorCode, errorDetail, errorMessage, explainError } from '@/lib/errors'
import { formatCount } from '@/lib/format'

export const ordersLoadFailure = 'Failed to load orders'

export const orderStatusFailure = { title: 'Error', description: 'Failed to update order status' }

export const orderStatusUpdated = (status: string) => `Order status updated to ${status}`

export const ordersExportFailure = {
  title: 'Export Failed',
  description: 'Something went wrong. Please try again.',
}

/** How the dialog reacts to a refused order; nothing was charged. */
type OrderRefusal = {
  title: string
  description: string
  /** Shown in the dialog, or at the field named by `at`. */
  sentence?: string
  at?: 'email'
  /** The current price, to be confirmed. */
  price?: number
  gone?: boolean
  soldOut?: boolean
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
    case 'benefit_unavailable':
      return {
        ...failed,
        gone: true,
        sentence: 'This benefit is no longer available. Nothing was charged.',
      }
    case 'sold_out':
      return {
        ...failed,
        soldOut: true,
        sentence: 'Sold out: the last one has just gone. Nothing was charged.',
      }
    case 'invalid_redemption_email':
      return { ...failed, at: 'email', sentence: 'Enter an email address like name@example.com.' }
    case 'network':
      return { ...failed, sentence: `${errorMessage(error, failed.description)} You are not charged twice.` }
    default:
      return { ...failed, sentence: explainError(error) }
  }
}
