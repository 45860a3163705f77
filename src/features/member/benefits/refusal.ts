import { errorCode, errorDetail, OfflineError, sameEverywhere } from '@/lib/errors'
import { countOf } from '@/lib/format'

/** What the dialog does about a refused order; nothing was charged in any of these. */
export type Refusal =
  | { kind: 'toast'; title: string; description: string }
  | { kind: 'price'; price: number; sentence: string }
  | { kind: 'gone'; sentence: string }
  | { kind: 'offline'; sentence: string }
  | { kind: 'email'; sentence: string }

const failed = {
  kind: 'toast',
  title: 'Order Failed',
  description: 'Something went wrong. Please try again.',
} as const

/** Why an order was refused, in the words of chapter 8 and D3, told by its code. */
export function orderRefusal(error: unknown): Refusal {
  if (error instanceof OfflineError) return { kind: 'offline', sentence: error.message }
  switch (errorCode(error)) {
    case 'insufficient_tokens':
      return {
        kind: 'toast',
        title: 'Insufficient Tokens',
        description: "You don't have enough tokens for this benefit.",
      }
    case 'price_changed': {
      const price = Number(errorDetail(error))
      if (!Number.isInteger(price)) return failed
      return {
        kind: 'price',
        price,
        sentence: `Nothing was charged: the price changed to ${countOf(price, 'token')}. Confirm again if you agree.`,
      }
    }
    case 'benefit_unavailable':
      return { kind: 'gone', sentence: 'This benefit is no longer available. Nothing was charged.' }
    case 'invalid_redemption_email':
      return { kind: 'email', sentence: 'Enter an e-mail address like name@example.com.' }
    default:
      return { ...failed, description: sameEverywhere(error) ?? failed.description }
  }
}
