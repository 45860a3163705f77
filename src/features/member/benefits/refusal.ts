import { errorCode, errorDetail, errorMessage, explainError } from '@/lib/errors'
import { formatCount } from '@/lib/format'

/** What the dialog does about a refused order; nothing was charged in any of these. */
export type Refusal = {
  /** The toast of chapter 8. */
  title: string
  description: string
  /** What helps further: in the dialog, or at the field where `at` says so. */
  sentence?: string
  at?: 'email'
  /** Today's price, to be agreed to. */
  price?: number
  /** The benefit cannot be ordered any more. */
  gone?: boolean
}

const failed = { title: 'Order Failed', description: 'Something went wrong. Please try again.' }

/** Why an order was refused: the toast of chapter 8, and what is said beside it, told by the error's code. */
export function orderRefusal(error: unknown): Refusal {
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
    case 'invalid_redemption_email':
      return { ...failed, at: 'email', sentence: 'Enter an email address like name@example.com.' }
    case 'network':
      return {
        ...failed,
        sentence: `${errorMessage(error, failed.description)} You are not charged twice.`,
      }
    default:
      return { ...failed, sentence: explainError(error) }
  }
}
