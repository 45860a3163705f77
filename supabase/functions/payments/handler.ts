import type Stripe from 'stripe'
import { notConfigured } from '../_shared/config.ts'
import { equalSecrets } from '../_shared/equal-secrets.ts'
import { callFunction, Refused } from '../_shared/rpc.ts'
import { compareWithStripe } from './compare.ts'
import type { Config } from './config.ts'

type Caller = { id: string; is_admin: boolean }
type Opened = {
  id: string
  amount: number
  currency: string
  tokens: number | null
  created_at: string
  email: string
}
type Refund = { intent_id: string; amount: number; refunded: number }

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

// Stripe's shortest is 30 minutes from its own clock.
const OPEN_SECONDS = 31 * 60

/**
 * POST with a member's token opens a checkout, finds a receipt or, for admins, asks for a refund; the price, the currency and the
 * addresses to come back to are never the caller's (D61). POST with the secret compares with Stripe. GET says whether it is live.
 */
export function createHandler(
  config: Config | { missing: string[] },
): (request: Request) => Promise<Response> {
  if ('missing' in config) return notConfigured(config)
  const { supabaseUrl, serviceKey, publicKey, siteUrl, stripe, live, secret: scheduleSecret } = config
  const service = { supabaseUrl, key: serviceKey }
  const headers = {
    'access-control-allow-origin': new URL(siteUrl).origin,
    'access-control-allow-headers': 'authorization, apikey, content-type',
  }
  const respond = (body: object, status = 200) => Response.json(body, { status, headers })

  async function handlePost(request: Request): Promise<Response> {
    const secret = request.headers.get('x-payments-secret')
    if (secret !== null) {
      if (!(await equalSecrets(secret, scheduleSecret))) return respond({ message: 'wrong_secret' }, 401)
      return respond(await compareWithStripe(stripe, service))
    }
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!token) return respond({ code: 'PT401', message: 'not_signed_in' }, 401)
    const [caller] = await callFunction<Caller[]>(
      { supabaseUrl, key: publicKey, token },
      'payment_caller',
      {},
    )
    if (!caller) return respond({ code: 'PT401', message: 'not_signed_in' }, 401)
    const body = await request.json().catch(() => ({}))
    if (body?.action === 'checkout') return respond(await openCheckout(caller, body))
    const payment = String(body?.payment)
    if (!isUuid(payment)) return respond({ message: 'unknown_action' }, 400)
    if (body.action === 'receipt') return respond({ url: await findReceipt(caller, payment) })
    if (body.action === 'refund') return respond(await requestRefund(caller, payment, body))
    return respond({ message: 'unknown_action' }, 400)
  }

  async function openCheckout(
    caller: Caller,
    purchase: { kind?: unknown; tokens?: unknown },
    p_anew = false,
  ): Promise<{ url: string | null; amount: number }> {
    const [payment] = await callFunction<Opened[]>(service, 'open_payment', {
      p_member: caller.id,
      p_kind: String(purchase.kind),
      p_tokens: Number.isInteger(purchase.tokens) ? purchase.tokens : null,
      p_live: live,
      p_anew,
    })
    if (!payment) throw new Refused('open_payment', 500, {})
    try {
      // The same key: the same checkout, however often it is opened.
      const options = { idempotencyKey: `checkout:${payment.id}` }
      const { url } = await stripe.checkout.sessions.create(checkoutOf(payment, siteUrl), options)
      return { url, amount: payment.amount }
    } catch (error) {
      const { type } = error as Stripe.errors.StripeError
      // It was opened with another email or text, and stays open until Stripe ends it.
      if (type === 'StripeIdempotencyError' && !p_anew) return openCheckout(caller, purchase, true)
      // Stripe has refused it, so nobody can pay it.
      if (type === 'StripeInvalidRequestError')
        await callFunction(service, 'release_payments', { p_ids: [payment.id] })
      throw error
    }
  }

  async function findReceipt({ id }: Caller, payment: string) {
    const call = { p_caller: id, p_payment: payment }
    const intent = await callFunction<string | null>(service, 'payment_reference', call)
    if (!intent) throw new Refused('receipt', 404, { code: 'PT404', message: 'payment_not_found' })
    // Requested each time, because the address of a receipt expires.
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
    return typeof latest_charge === 'string' ? null : latest_charge?.receipt_url
  }

  async function requestRefund(
    { id, is_admin }: Caller,
    payment: string,
    body: { amount?: unknown; reason?: unknown },
  ) {
    if (!is_admin) throw new Refused('refund', 403, { code: 'PT403', message: 'not_admin' })
    // Only an absent amount is the rest of the payment.
    if (body.amount != null && !Number.isInteger(body.amount))
      throw new Refused('refund', 422, { code: 'PT422', message: 'invalid_amount' })
    const [refund] = await callFunction<Refund[]>(service, 'begin_refund', {
      p_admin: id,
      p_payment: payment,
      p_amount: body.amount ?? null,
      p_reason: String(body.reason ?? ''),
    })
    if (!refund) throw new Refused('refund', 404, { code: 'PT404', message: 'payment_not_found' })
    const { intent_id, amount, refunded } = refund
    const call = {
      payment_intent: intent_id,
      amount,
      reason: 'requested_by_customer',
      metadata: { payment },
    } as const
    // The same request of two admins is sent once.
    await stripe.refunds.create(call, { idempotencyKey: `refund:${payment}:${refunded}:${amount}` })
    return { amount }
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    if (request.method === 'GET') {
      await callFunction(service, 'report_payment_mode', { p_live: live }).catch(() => undefined)
      return respond({ state: 'ready', mode: live ? 'live' : 'test' })
    }
    if (request.method !== 'POST') return respond({}, 405)
    return handlePost(request).catch((error: unknown) => {
      if (error instanceof Refused) return respond(error.body, error.status)
      console.error(error instanceof Error ? error.message : 'Stripe cannot be reached')
      return respond({ message: 'payment_service_failed' }, 502)
    })
  }
}

function checkoutOf({ id, amount, currency, tokens, created_at, email }: Opened, siteUrl: string) {
  const name = tokens === null ? 'Membership for a year' : tokens === 1 ? '1 token' : `${tokens} tokens`
  const page = `${siteUrl}/dashboard/membership`
  return {
    mode: 'payment',
    client_reference_id: id,
    // Distinguishes it from what others sell with the same account of Stripe.
    metadata: { payment: id },
    customer_email: email,
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name } } }],
    payment_intent_data: { description: name, receipt_email: email, metadata: { payment: id } },
    expires_at: Math.floor(Date.parse(created_at) / 1000) + OPEN_SECONDS,
    success_url: `${page}?paid=${id}`,
    cancel_url: `${page}?left=${id}`,
  } satisfies Stripe.Checkout.SessionCreateParams
}
