import { isOtherPage, pageHeaders } from '../inbox/routes.ts'
import { checkoutPage } from './page.ts'
import { type Checkout, isWaiting, type LocalStripe } from './stripe.ts'

const PATH = '/inbox/checkout/'

/** Handles /inbox/checkout/<id>, the page and what its buttons do; 404 for any other path. */
export async function handleCheckout(request: Request, stripe: LocalStripe): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (isOtherPage(request.headers))
    return new Response('Not for other pages.', { status: 403, headers: pageHeaders })
  await stripe.expire()
  const checkout = stripe.checkouts.find(({ id }) => PATH + id === pathname)
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
