import { randomUUID } from 'node:crypto'
import { readList, writeFileAtomically } from '../files.ts'

/** A checkout as Stripe's API shows it, as far as the functions read it, with what was refunded of it. */
export type Checkout = {
  id: string
  object: 'checkout.session'
  url: string
  client_reference_id: string
  payment_intent: string | null
  amount_total: number
  currency: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  created: number
  expires_at: number
  success_url: string
  cancel_url: string
  name: string
  /** What it was opened with. */
  sent: string
  refunded: number
  /** The bank has refused what it was to confirm. */
  refused: boolean
}

/** Whether a bank is still to confirm it. */
export const isWaiting = ({ status, payment_status, refused }: Checkout): boolean =>
  status === 'complete' && payment_status === 'unpaid' && !refused

export type CheckoutEvent = { type: string; object: object }

type Options = {
  /** Where the checkouts are kept between two starts. */
  file: string
  siteUrl: string
  send: (event: CheckoutEvent) => Promise<void>
}

/** Stripe's API for the functions, in this process; `checkouts` are those that its page shows, newest first. */
export function createStripe({ file, siteUrl, send }: Options) {
  const checkouts = readList<Checkout>(file)
  const save = () => writeFileAtomically(file, JSON.stringify(checkouts))
  const report = async (checkout: Checkout, event: string) => {
    save()
    await send({ type: `checkout.session.${event}`, object: checkout })
  }

  // The reference is the id of the payment, as the idempotency key is.
  function open(form: URLSearchParams): Checkout | Response {
    const id = `cs_${form.get('client_reference_id')}`
    const existing = checkouts.find((checkout) => checkout.id === id)
    if (existing) return existing.sent === String(form) ? existing : refusal(400, 'idempotency_error')
    const item = 'line_items[0][price_data]'
    const checkout: Checkout = {
      id,
      object: 'checkout.session',
      url: `${siteUrl}/inbox/checkout/${id}`,
      client_reference_id: form.get('client_reference_id') ?? '',
      payment_intent: null,
      amount_total: Number(form.get(`${item}[unit_amount]`)),
      currency: form.get(`${item}[currency]`) ?? '',
      status: 'open',
      payment_status: 'unpaid',
      created: seconds(),
      expires_at: Number(form.get('expires_at')),
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      name: form.get(`${item}[product_data][name]`) ?? '',
      sent: String(form),
      refunded: 0,
      refused: false,
    }
    checkouts.unshift(checkout)
    save()
    return checkout
  }

  async function refund(form: URLSearchParams) {
    const checkout = checkouts.find(({ payment_intent }) => payment_intent === form.get('payment_intent'))
    if (!checkout) return undefined
    checkout.refunded += Number(form.get('amount'))
    save()
    const { payment_intent, amount_total: amount, currency, refunded: amount_refunded } = checkout
    const metadata = { payment: checkout.client_reference_id }
    const charge = { object: 'charge', payment_intent, metadata, amount, currency, amount_refunded }
    await send({ type: 'charge.refunded', object: charge })
    return { id: `re_${randomUUID()}`, object: 'refund', status: 'succeeded' }
  }

  return {
    checkouts,

    /** Stripe's API: the calls that the functions make. */
    async fetch(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url)
      const form = new URLSearchParams(request.method === 'POST' ? await request.text() : '')
      const intent = pathname.replace('/v1/payment_intents/', '')
      const body =
        pathname === '/v1/checkout/sessions'
          ? open(form)
          : pathname === '/v1/refunds'
            ? await refund(form)
            : checkouts
                .filter(({ payment_intent }) => payment_intent === intent)
                .map(({ id }) => ({
                  id: intent,
                  latest_charge: { receipt_url: `${siteUrl}/inbox/checkout/${id}` },
                }))[0]
      if (body instanceof Response) return body
      return body ? Response.json(body) : refusal(404, 'invalid_request_error')
    },

    /** The card is accepted, or with `later` a bank that confirms it afterwards. */
    async pay(checkout: Checkout, later: boolean): Promise<void> {
      checkout.status = 'complete'
      checkout.payment_intent = `pi_${checkout.client_reference_id}`
      checkout.payment_status = later ? 'unpaid' : 'paid'
      await report(checkout, 'completed')
    },

    /** What the bank says of a payment that it was to confirm. */
    async confirm(checkout: Checkout, paid: boolean): Promise<void> {
      if (paid) checkout.payment_status = 'paid'
      else checkout.refused = true
      await report(checkout, paid ? 'async_payment_succeeded' : 'async_payment_failed')
    },

    /** Ends what nobody has paid in its time, as Stripe does. */
    async expire(): Promise<void> {
      for (const checkout of checkouts) {
        if (checkout.status !== 'open' || checkout.expires_at > seconds()) continue
        checkout.status = 'expired'
        await report(checkout, 'expired')
      }
    },
  }
}

export type LocalStripe = ReturnType<typeof createStripe>

const refusal = (status: number, type: string) =>
  Response.json({ error: { type, message: 'Not as Stripe would have it.' } }, { status })
const seconds = () => Math.floor(Date.now() / 1000)
