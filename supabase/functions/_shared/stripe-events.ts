import type Stripe from 'stripe'
import { callFunction, type Project } from './rpc.ts'

/** Applies an event that is known to be Stripe's, and returns its outcome; again and in any order it is the same (D63). */
export const applyEvent = (
  service: Project,
  { id, type, created, livemode, data: { object } }: Stripe.Event,
): Promise<string> =>
  callFunction(service, 'apply_payment_event', {
    p_event: { id, type, created, livemode, data: { object } },
  })
