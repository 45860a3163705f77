import { escapeHtml } from '../inbox/page.ts'
import { type Checkout, isWaiting } from './stripe.ts'

/** The payment page of the embedded backend, instead of Stripe's. `declined`: a card has just been refused. */
export function checkoutPage(checkout: Checkout, declined: boolean): string {
  const { name, amount_total, currency, status, refunded, refused, cancel_url, success_url } = checkout
  const price = (cents: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
  const waits = isWaiting(checkout)
  const state = waits
    ? 'Sent to the bank, which confirms it later.'
    : refused
      ? 'The bank has refused it. Nothing was charged.'
      : status === 'complete'
        ? `Paid.${refunded > 0 ? ` ${price(refunded)} of it ${refunded === amount_total ? 'were refunded, all of it' : 'were refunded'}.` : ''}`
        : 'This page has expired. Nothing was charged.'
  const buttons = status === 'open' ? OPEN : waits ? WAITING : []
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(name)}, ${price(amount_total)}</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 2rem auto; padding: 0 1rem }
button { display: block; width: 100%; min-height: 3rem; margin: .75rem 0; font: inherit; cursor: pointer }
strong { font-size: 1.75rem; display: block }
</style>
</head>
<body>
<h1>${escapeHtml(name)}</h1>
<p><strong>${price(amount_total)}</strong> to Guildhall</p>
<p>The payment page of the embedded backend, in the place of Stripe's. No money moves.</p>
${declined ? '<p role="alert">Your card was declined. Nothing was charged.</p>' : ''}
${status === 'open' ? '' : `<p role="status">${state} <a href="${escapeHtml(status === 'expired' ? cancel_url : success_url)}">Back to Guildhall</a></p>`}
<form method="post">${buttons.map(([act, label]) => `<button name="act" value="${act}">${label}</button>`).join('')}</form>
</body>
</html>`
}

const OPEN = [
  ['pay', 'Pay'],
  ['decline', 'Decline'],
  ['leave', 'Leave'],
  ['later', 'Pay later'],
]
const WAITING = [
  ['confirm', 'The bank pays'],
  ['refuse', 'The bank refuses'],
]
