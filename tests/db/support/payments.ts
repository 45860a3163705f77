import { randomUUID } from 'node:crypto'
import type { Query, World } from './world'

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
  { livemode = true, id = `evt_${randomUUID()}` } = {},
): PaymentEvent => ({ ...{ id, type, livemode, data: { object } }, created: Math.floor(at.getTime() / 1000) })
/** Of a charge, a refund or a dispute of a payment. */
const about = ({ id }: Payment, kind: string) => ({ id: `${kind}_${id}`, payment_intent: `pi_${id}` })

type Checkout = { at?: Date; status?: 'paid' | 'unpaid'; live?: boolean; currency?: string; session?: string }

/** What Stripe reports of the checkout of a payment. */
export function checkoutEvent(
  { id, amount }: Payment,
  what: 'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed',
  { at = new Date(), status = 'paid', live = true, currency = 'usd', session = `cs_${id}` }: Checkout = {},
): PaymentEvent {
  const object = {
    ...{ id: session, client_reference_id: id, metadata: { payment: id }, amount_total: amount, currency },
    payment_intent: what === 'expired' ? null : `pi_${id}`,
    payment_status: what === 'completed' ? status : what === 'async_payment_succeeded' ? 'paid' : 'unpaid',
    customer_details: { email: 'somebody@example.test' },
  }
  return event(`checkout.session.${what}`, object, at, { livemode: live })
}

/** What Stripe reports when so much of a payment has been refunded in all. */
export function refundEvent(payment: Payment, amount_refunded: number, at = new Date()): PaymentEvent {
  const { id, amount } = payment
  const object = { metadata: { payment: id }, amount, currency: 'usd', amount_refunded }
  return event('charge.refunded', { ...about(payment, 'ch'), ...object }, at)
}

/** What Stripe reports of a dispute, which does not name the payment. */
export function disputeEvent(
  payment: Payment,
  what: 'created' | 'closed',
  status: string,
  { id, at = new Date(), dispute = `dp_${payment.id}` }: { id?: string; at?: Date; dispute?: string } = {},
): PaymentEvent {
  const object = { status, reason: 'fraudulent', evidence_details: { due_by: 1_795_305_600 } }
  return event(`charge.dispute.${what}`, { ...about(payment, 'dp'), ...object, id: dispute }, at, { id })
}

/** What Stripe reports, twice, of a refund that a bank has sent back; one made at Stripe does not name the payment. */
export function failedRefundEvent(
  payment: Payment,
  type: 'failed' | 'updated' = 'failed',
  status = 'failed',
  at = new Date(),
): PaymentEvent {
  const object = { metadata: {}, status, failure_reason: 'lost_or_stolen_card' }
  return event(`refund.${type}`, { ...about(payment, 're'), ...object }, at)
}

/** An event on which nothing depends. */
export const otherEvent = (type: string): PaymentEvent => event(type, { id: 'x' }, new Date())

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** The events in another order, and some of them again. */
export const shuffle = (events: PaymentEvent[], random: () => number): PaymentEvent[] =>
  [...events, ...events.filter(() => random() < 0.3)]
    .map((event) => ({ event, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ event }) => event)

/** What Stripe reports of a payment from its first day on: left, confirmed or refused by a bank, paid, refunded in part and whole, disputed. */
function lifeOf(payment: Payment, begins: Date, random: () => number): PaymentEvent[] {
  let at = begins
  const later = (days: number) => {
    at = new Date(at.getTime() + 1000 + Math.floor(random() * days * 86_400) * 1000)
    return at
  }
  const way = random()
  if (way < 0.1) return [checkoutEvent(payment, 'expired', { at })]
  const events = [checkoutEvent(payment, 'completed', { at, status: way < 0.35 ? 'unpaid' : 'paid' })]
  if (way < 0.2) return [...events, checkoutEvent(payment, 'async_payment_failed', { at: later(14) })]
  if (way < 0.35) events.push(checkoutEvent(payment, 'async_payment_succeeded', { at: later(14) }))
  if (random() < 0.3)
    events.push(refundEvent(payment, 1 + Math.floor(random() * (payment.amount - 1)), later(200)))
  if (random() < 0.25) events.push(refundEvent(payment, payment.amount, later(300)))
  if (random() < 0.1) {
    events.push(failedRefundEvent(payment, 'failed', 'failed', later(10)))
    events.push(failedRefundEvent(payment, 'updated', 'failed', later(1)))
  }
  if (random() < 0.2) {
    events.push(disputeEvent(payment, 'created', 'needs_response', { at: later(60) }))
    const end = ['won', 'lost', 'warning_closed', undefined][Math.floor(random() * 4)]
    if (end) events.push(disputeEvent(payment, 'closed', end, { at: later(60) }))
    if (random() < 0.3)
      events.push(
        disputeEvent(payment, 'created', 'needs_response', { at: later(60), dispute: `again_${payment.id}` }),
      )
  }
  return events
}

/**
 * Opens `each` payments of these people, over some years, every fourth for a token pack, and returns what Stripe reports of them in the
 * order of time: for the same seed the same, but for the ids, which begin with `mark`.
 */
export async function openPayments(sql: Query, people: string[], mark: string, each: number, seed: number) {
  const random = randomFrom(seed)
  const rows = people.flatMap((account_id, person) =>
    Array.from({ length: each }, (_, index) => ({
      id: `${mark}0000000-0000-4000-8000-${String(person * each + index).padStart(12, '0')}`,
      account_id,
      tokens: index % 4 === 3 ? 50 : null,
      amount: index % 4 === 3 ? 2000 : 9900,
      begins: new Date((1_600_000_000 + person + index * 86_400 * Math.floor(60 + random() * 200)) * 1000),
    })),
  )
  await sql(
    `insert into payments (id, user_id, account_id, kind, tokens, amount)
     select r.id, r.account_id, r.account_id, case when r.tokens is null then 'membership' else 'tokens' end, r.tokens, r.amount
     from jsonb_to_recordset($1) as r (id uuid, account_id uuid, tokens int, amount int)`,
    [JSON.stringify(rows)],
  )
  return rows
    .flatMap((row) => lifeOf(row, row.begins, random))
    .toSorted((one, other) => one.created - other.created)
}

/** What the events came to: of payments by the end of their ids, of their people by their first payment. */
export const paymentStates = (sql: Query, mark: string) =>
  sql(
    `select substr(p.id::text, 2) as id, p.state, p.paid_at, p.starts_at, p.ends_at, p.refunded, p.refunded_at, p.refund_failed_at, p.tokens_returned,
       f.dispute_status, f.dispute_reason, f.dispute_due_at, m.current_tokens, m.membership_start_date, m.membership_end_date
     from payments as p join profiles as m on m.id = p.user_id left join private.payment_facts as f on f.payment_id = p.id
     where p.id::text like $1 order by p.id`,
    [`${mark}0000000-%`],
  )

/** Lets members pay, as with a live key. */
export async function turnPaymentsOn(world: World): Promise<void> {
  await world.sql('select report_payment_mode(true)')
  await world.sql(
    `insert into app_settings (key, value) values ('payments_on', '1') on conflict (key) do update set value = excluded.value`,
  )
}
