import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Stripe from 'stripe'
import { openStripe } from '../functions/payments/config.ts'
import { createHandler as createPayments } from '../functions/payments/handler.ts'
import { createHandler as createWebhook } from '../functions/stripe-webhook/handler.ts'
import { checkoutPage } from './checkout/page.ts'
import {
  type Checkout,
  type CheckoutEvent,
  createStripe,
  isWaiting,
  type LocalStripe,
} from './checkout/stripe.ts'
import { isOtherPage, pageHeaders } from './inbox/inbox.ts'
import { PUBLISHABLE_KEY, SECRET_KEY } from './keys.ts'

type Options = { url: string; siteUrl: string; root: string }

const WEBHOOK = '/functions/v1/stripe-webhook'

/**
 * The functions payments and stripe-webhook, where a hosted project serves them, with a payment page instead of Stripe's. As with a
 * live key, so that members can pay as soon as the setting is on.
 */
export function openPayments({ url, siteUrl, root }: Options) {
  const secret = `whsec_${randomUUID()}`
  const stripe = createStripe({ file: join(root, 'checkouts.json'), siteUrl, send })
  const webhook = createWebhook({ supabaseUrl: url, serviceKey: SECRET_KEY, secrets: [secret] })
  const payments = createPayments({
    secret: randomUUID(),
    supabaseUrl: url,
    publicKey: PUBLISHABLE_KEY,
    serviceKey: SECRET_KEY,
    siteUrl,
    stripe: openStripe('sk_embedded', (given, init) => stripe.fetch(new Request(given, init))),
    live: true,
  })

  // Stripe repeats what was not taken; here it would only hide a fault.
  async function send({ type, object }: CheckoutEvent): Promise<void> {
    const event = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      livemode: true,
    }
    const body = JSON.stringify({ ...event, data: { object } })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
    const headers = { 'stripe-signature': signature }
    const { status } = await webhook(new Request(url + WEBHOOK, { method: 'POST', headers, body }))
    if (status !== 200) console.error(`The event ${type} was refused with status ${status}`)
  }

  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === WEBHOOK) return webhook(request)
    if (pathname === '/functions/v1/payments') return payments(request)
    return handleCheckout(request, stripe)
  }
}

/** Handles /inbox/checkout/<id>, the page and what its buttons do; 404 for any other path. */
async function handleCheckout(request: Request, stripe: LocalStripe): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (isOtherPage(request.headers))
    return new Response('Not for other pages.', { status: 403, headers: pageHeaders })
  await stripe.expire()
  const checkout = stripe.checkouts.find(({ id }) => `/inbox/checkout/${id}` === pathname)
  if (!checkout) return new Response('There is no such checkout.', { status: 404, headers: pageHeaders })
  if (request.method !== 'POST') return page(checkout)
  const act = (await request.formData()).get('act')
  if (checkout.status === 'open') {
    if (act === 'decline') return page(checkout, true)
    if (act === 'leave') return back(checkout.cancel_url)
    await stripe.pay(checkout, act === 'later')
  } else if (isWaiting(checkout)) {
    await stripe.confirm(checkout, act === 'confirm')
  }
  return back(checkout.success_url)
}

const page = (checkout: Checkout, declined = false) =>
  new Response(checkoutPage(checkout, declined), {
    headers: { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' },
  })
const back = (location: string) => new Response(null, { status: 303, headers: { ...pageHeaders, location } })
