import type Stripe from 'stripe'
import { callFunction, type Project } from '../_shared/rpc.ts'
import { applyEvent } from '../_shared/stripe-events.ts'

// Stripe keeps its events for 30 days; banks confirm or refuse within 14.
const DAYS = 30

const types = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.failed',
  'refund.updated',
] satisfies Stripe.Event['type'][]

/**
 * Asks Stripe for its events of 30 days, and applies those that the webhook missed (D63): whatever waited for a lost
 * event ends. Payments that are open without any are released. Returns how many events there are, and how many were new.
 */
export async function compareWithStripe(stripe: Stripe, service: Project) {
  const query = { types, created: { gte: Math.floor(Date.now() / 1000) - DAYS * 86_400 }, limit: 100 }
  let events = 0
  let applied = 0
  let failure: unknown
  for (let after: string | undefined, more = true; more; ) {
    const page = await stripe.events.list({ ...query, ...(after && { starting_after: after }) })
    const p_ids = page.data.map(({ id }) => id)
    const unknown = await callFunction<string[]>(service, 'unknown_payment_events', { p_ids })
    for (const event of page.data) {
      if (!unknown.includes(event.id)) continue
      // One that cannot be applied does not keep the older ones from it.
      await applyEvent(service, event).catch((error) => {
        failure = error
      })
    }
    events += p_ids.length
    applied += unknown.length
    after = p_ids.at(-1)
    more = page.has_more
  }
  // Without the end of a check, admins are notified (D63).
  if (failure) throw failure
  return { events, applied, released: await callFunction<number>(service, 'finish_payment_check', {}) }
}
