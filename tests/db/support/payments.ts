import { randomUUID } from 'node:crypto'

type Payment = { id: string; amount: number }

/** An event of Stripe, as far as the database reads it. */
export type PaymentEvent = {
  id: string
  type: string
  created: number
  livemode: boolean
  data: { object: object }
}

const event = (
  type: string,
  object: object,
  at: Date,
  livemode = true,
  id = `evt_${randomUUID()}`,
): PaymentEvent => ({
  id,
  type,
  created: Math.floor(at.getTime() / 1000),
  livemode,
  data: { object },
})
const intentOf = ({ id }: Payment) => `pi_${id}`

type Checkout = { at?: Date; status?: 'paid' | 'unpaid'; live?: boolean; currency?: string; session?: string }

/** What Stripe reports of the checkout of a payment. */
export function checkoutEvent(
  payment: Payment,
  what: 'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed',
  {
    at = new Date(),
    status = 'paid',
    live = true,
    currency = 'usd',
    session = `cs_${payment.id}`,
  }: Checkout = {},
): PaymentEvent {
  const object = {
    id: session,
    client_reference_id: payment.id,
    payment_intent: what === 'expired' ? null : intentOf(payment),
    payment_status: what === 'completed' ? status : what === 'async_payment_succeeded' ? 'paid' : 'unpaid',
    amount_total: payment.amount,
    currency,
    customer_details: { email: 'somebody@example.test' },
  }
  return event(`checkout.session.${what}`, object, at, live)
}

/** What Stripe reports when so much of a payment has been refunded in all. */
export const refundEvent = (payment: Payment, refunded: number, at = new Date()): PaymentEvent =>
  event(
    'charge.refunded',
    {
      id: `ch_${payment.id}`,
      payment_intent: intentOf(payment),
      metadata: { payment: payment.id },
      amount: payment.amount,
      currency: 'usd',
      amount_refunded: refunded,
    },
    at,
  )

/** What Stripe reports of a dispute, which does not name the payment. */
export const disputeEvent = (
  payment: Payment,
  what: 'created' | 'closed',
  status: string,
  id?: string,
): PaymentEvent =>
  event(
    `charge.dispute.${what}`,
    {
      id: `dp_${payment.id}`,
      payment_intent: intentOf(payment),
      status,
      reason: 'fraudulent',
      evidence_details: { due_by: 1_795_305_600 },
    },
    new Date(),
    true,
    id,
  )

/** An event on which nothing depends. */
export const otherEvent = (type: string): PaymentEvent => event(type, { id: 'x' }, new Date())
