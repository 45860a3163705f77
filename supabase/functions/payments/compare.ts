import type Stripe from 'stripe'
import { callFunction, type Project } from '../_shared/rpc.ts'

const DAYS = 3

/** Whether a text is the id of a payment. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/**
 * Asks Stripe for the checkouts of the last three days, and applies those that ended as the webhook would have (D63). Payments that
 * are open here and unknown there are released. Returns how many checkouts there are, and how many the webhook never told.
 */
export async function compareWithStripe(stripe: Stripe, live: boolean, service: Project) {
  const since = Math.floor(Date.now() / 1000) - DAYS * 86_400
  const known: string[] = []
  let told = 0
  for await (const session of stripe.checkout.sessions.list({ created: { gte: since }, limit: 100 })) {
    const { id, client_reference_id: payment, status, payment_status, created } = session
    // Payment links of the same account can carry anything.
    if (!payment || !isUuid(payment)) continue
    known.push(payment)
    if (status === 'open') continue
    const type = status === 'expired' ? 'expired' : payment_status === 'unpaid' ? undefined : 'completed'
    if (!type) continue
    const outcome = await callFunction<string>(service, 'apply_payment_event', {
      p_event: {
        id: `compared:${id}:${status}`,
        type: `checkout.session.${type}`,
        created,
        livemode: live,
        data: { object: session },
      },
    })
    if (outcome === 'applied') told += 1
  }
  const released = await callFunction<number>(service, 'finish_payment_check', { p_known: known })
  return { checkouts: known.length, told, released }
}
