import assert from 'node:assert/strict'
import { test } from 'node:test'
import Stripe from 'stripe'
import { type Config, openStripe, readConfig } from '../../supabase/functions/payments/config.ts'
import { createHandler } from '../../supabase/functions/payments/handler.ts'
import { createHandler as createWebhook } from '../../supabase/functions/stripe-webhook/handler.ts'
import { serve } from './server.ts'

const PAYMENT = '5f0c3a52-8f8e-4f0e-9a54-6a1b7c3d2e10'
const CREATED = '2026-11-27T10:00:00Z'
const opened = {
  id: PAYMENT,
  amount: 1000,
  currency: 'usd',
  tokens: null,
  created_at: CREATED,
  email: 'a@b.test',
}

/** A project whose functions respond with `answers`, and what they were called with. */
async function startProject(answers: Record<string, unknown>) {
  const calls: { name: string; token: string; body: Record<string, unknown> }[] = []
  const { url: supabaseUrl, stop } = await serve(({ path, headers, body }) => {
    const name = path.split('/').at(-1) ?? ''
    calls.push({ name, token: headers.authorization ?? '', body: JSON.parse(body) })
    const answer = answers[name]
    return typeof answer === 'string' && answer.startsWith('PT')
      ? { status: Number(answer.slice(2, 5)), json: { code: answer.slice(0, 5), message: answer.slice(6) } }
      : { json: answer }
  })
  return { calls, supabaseUrl, stop }
}

const namesOf = (calls: { name: string }[]) => calls.map(({ name }) => name).join(' ')

/** Fails a request that Stripe's own stub server refuses, where tests/functions/run.ts has started one. */
async function checkRequest({ method, url, headers }: Request, text: string) {
  if (!process.env.STRIPE_MOCK) return
  const { pathname, search } = new URL(url)
  const body = method === 'GET' ? undefined : text
  const response = await fetch(process.env.STRIPE_MOCK + pathname + search, { method, headers, body })
  if (!response.ok) console.error(await response.text())
  assert.equal(response.status, 200)
}

/** The function payments of a project, with what it asks Stripe. */
async function startPayments(
  answers: Record<string, unknown>,
  stripe: (path: string, times: number) => [number, object],
) {
  const project = await startProject({
    payment_caller: [{ id: 'mia', is_admin: answers.admin === true }],
    ...answers,
  })
  const asked: { path: string; query: string; key: string | null; form: Record<string, string> }[] = []
  const standIn = async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url, init)
    const { pathname: path, search: query } = new URL(request.url)
    const sent = await request.text()
    await checkRequest(request, sent)
    const key = request.headers.get('idempotency-key')
    asked.push({ path, query, key, form: Object.fromEntries(new URLSearchParams(sent)) })
    const [status, body] = stripe(path, asked.length)
    return Response.json(body, { status })
  }
  const { supabaseUrl, calls, stop } = project
  const keys = { publicKey: 'public', serviceKey: 'service', secret: 'schedule' }
  const stripeConfig = { stripe: openStripe('sk_test_x', standIn), live: false }
  const handle = createHandler({ ...keys, ...stripeConfig, supabaseUrl, siteUrl: 'https://guildhall.test' })
  const ask = async (body: object, headers: Record<string, string> = { authorization: 'Bearer mine' }) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await handle(new Request('https://x.test/', init))
    return [response.status, await response.json()]
  }
  return { ask, handle, asked, calls, stop }
}

test('opens a checkout for the owner of the token, with prices and addresses of the server alone', async () => {
  const url = 'https://checkout.test/c'
  const { ask, asked, calls, stop } = await startPayments({ open_payment: [opened] }, () => [200, { url }])
  const forged = { amount: 1, currency: 'jpy', success_url: 'https://evil.test', p_member: 'noa', live: true }
  const checkout = { action: 'checkout', kind: 'membership', ...forged }
  assert.deepEqual(await ask(checkout), [200, { url, amount: 1000 }])
  const args = { p_member: 'mia', p_kind: 'membership', p_tokens: null, p_live: false, p_anew: false }
  assert.deepEqual(calls, [
    { name: 'payment_caller', token: 'Bearer mine', body: {} },
    { name: 'open_payment', token: 'Bearer service', body: args },
  ])
  const [{ path, key, form }] = asked as [(typeof asked)[0]]
  assert.deepEqual([path, key], ['/v1/checkout/sessions', `checkout:${PAYMENT}`])
  assert.equal(form.client_reference_id, PAYMENT)
  assert.equal(form['line_items[0][price_data][unit_amount]'], '1000')
  assert.equal(form['line_items[0][price_data][currency]'], 'usd')
  assert.equal(form.success_url, `https://guildhall.test/dashboard/membership?paid=${PAYMENT}`)
  assert.equal(form.cancel_url, `https://guildhall.test/dashboard/membership?left=${PAYMENT}`)
  assert.equal(form.expires_at, String(Date.parse(CREATED) / 1000 + 1860))
  await ask({ action: 'checkout', kind: 'tokens', tokens: '50; drop' })
  assert.equal(calls.at(-1)?.body.p_tokens, null)
  await stop()
})

test('passes refusals of the database on, and releases what Stripe refuses', async () => {
  const refused = await startPayments({ open_payment: 'PT409 membership_not_due' }, () => [200, {}])
  const body = { action: 'checkout', kind: 'membership' }
  assert.deepEqual(await refused.ask(body), [409, { code: 'PT409', message: 'membership_not_due' }])
  assert.deepEqual(refused.asked, [])
  await refused.stop()
  const invalid = { error: { type: 'invalid_request_error', message: 'No such currency' } }
  const { ask, calls, stop } = await startPayments({ open_payment: [opened] }, () => [400, invalid])
  assert.deepEqual(await ask(body), [502, { message: 'payment_service_failed' }])
  const release = { name: 'release_payments', token: 'Bearer service', body: { p_ids: [PAYMENT] } }
  assert.deepEqual(calls.at(-1), release)
  await stop()
  const signedOut = await startPayments({ payment_caller: 'PT401 not_signed_in' }, () => [200, {}])
  assert.deepEqual((await signedOut.ask(body))[0], 401)
  assert.deepEqual((await signedOut.ask(body, {}))[0], 401)
  assert.deepEqual((await signedOut.ask({ action: 'refund', payment: PAYMENT }))[0], 401)
  await signedOut.stop()
})

test('requests refunds only for admins, once for two who ask at once, and finds receipts of payments that the caller may read', async () => {
  const refund = { intent_id: 'pi_1', amount: 400, refunded: 100 }
  const member = await startPayments({ begin_refund: [refund] }, () => [200, {}])
  assert.deepEqual((await member.ask({ action: 'refund', payment: PAYMENT, reason: 'Me' }))[0], 403)
  assert.equal(namesOf(member.calls), 'payment_caller')
  await member.stop()
  const charge = { latest_charge: { receipt_url: 'https://pay.test/r' } }
  const answers = { admin: true, begin_refund: [refund], payment_reference: 'pi_1' }
  const { ask, asked, calls, stop } = await startPayments(answers, () => [200, charge])
  const asking = { action: 'refund', payment: PAYMENT, amount: 400, reason: 'Asked' }
  assert.deepEqual(await ask(asking), [200, { amount: 400 }])
  const begun = { p_admin: 'mia', p_payment: PAYMENT, p_amount: 400, p_reason: 'Asked' }
  assert.deepEqual(calls.at(-1)?.body, begun)
  for (const amount of ['400', 1.5]) assert.equal((await ask({ ...asking, amount }))[0], 422)
  assert.equal(asked.length, 1)
  assert.equal(asked[0]?.key, `refund:${PAYMENT}:100:400`)
  assert.deepEqual(asked[0]?.form.payment_intent, 'pi_1')
  assert.deepEqual(await ask({ action: 'receipt', payment: PAYMENT }), [200, { url: 'https://pay.test/r' }])
  for (const payment of ['pi_1', "' or 1=1", undefined])
    assert.equal((await ask({ action: 'receipt', payment }))[0], 400)
  await stop()
})

test('accepts calls from pages of the site, and reports which key it has, even while the database is down', async () => {
  const { handle, stop } = await startPayments({ report_payment_mode: 'PT503 away' }, () => [200, {}])
  const send = async (method: string) => {
    const { status, headers, body } = await handle(new Request('https://x.test/', { method }))
    const allowed = ['origin', 'headers'].map((what) => headers.get(`access-control-allow-${what}`))
    return [status, ...allowed, await new Response(body).text()]
  }
  const allowed = ['https://guildhall.test', 'authorization, apikey, content-type']
  assert.deepEqual(await send('OPTIONS'), [204, ...allowed, ''])
  assert.deepEqual(await send('GET'), [200, ...allowed, '{"state":"ready","mode":"test"}'])
  assert.deepEqual(await send('PUT'), [405, ...allowed, '{}'])
  await stop()
})

test('opens another checkout when the email has changed since it was opened, as Stripe repeats only what is the same', async () => {
  const error = { error: { type: 'idempotency_error', message: 'Keys for idempotent requests' } }
  const { ask, calls, stop } = await startPayments({ open_payment: [opened] }, (_, times) =>
    times === 1 ? [400, error] : [200, { url: 'https://checkout.test/new' }],
  )
  const body = { action: 'checkout', kind: 'membership' }
  assert.deepEqual(await ask(body), [200, { url: 'https://checkout.test/new', amount: 1000 }])
  assert.equal(namesOf(calls), 'payment_caller open_payment open_payment')
  assert.deepEqual(
    calls.map(({ body: { p_anew } }) => p_anew),
    [undefined, false, true],
  )
  await stop()
  const always = await startPayments({ open_payment: [opened] }, () => [400, error])
  assert.equal((await always.ask(body))[0], 502)
  assert.equal(always.asked.length, 2)
  await always.stop()
})

/** A page of Stripe's events. */
const listOf = (ids: string[], has_more = false): [number, object] => [
  200,
  { object: 'list', url: '/v1/events', has_more, data: ids.map((id) => ({ ...event, id })) },
]

test('compares with Stripe for the schedule alone, and applies events that the webhook missed', async () => {
  const { ask, asked, calls, stop } = await startPayments(
    { unknown_payment_events: ['evt_2', 'evt_3'], apply_payment_event: 'applied', finish_payment_check: 2 },
    (_, times) => (times === 1 ? listOf(['evt_1', 'evt_2'], true) : listOf(['evt_3'])),
  )
  assert.equal((await ask({}, { 'x-payments-secret': 'guess' }))[0], 401)
  assert.deepEqual(calls, [])
  const compared = [200, { events: 3, applied: 4, released: 2 }]
  assert.deepEqual(await ask({}, { 'x-payments-secret': 'schedule' }), compared)
  assert.equal(
    calls.map(({ name, body: { p_event } }) => (p_event as { id: string })?.id ?? name).join(' '),
    'unknown_payment_events evt_2 unknown_payment_events evt_3 finish_payment_check',
  )
  const [first, second] = asked.map(({ query }) => new URLSearchParams(query))
  assert.equal(first?.get('limit'), '100')
  assert.equal(first?.get('types[2]'), 'checkout.session.async_payment_failed')
  // A bank that confirms a payment may take 14 days.
  assert.ok(Number(first?.get('created[gte]')) < Date.now() / 1000 - 29 * 86_400)
  assert.equal(second?.get('starting_after'), 'evt_2')
  await stop()
})

test('ends no comparison while Stripe is down or an event is not applied, and applies the others all the same', async () => {
  const schedule = { 'x-payments-secret': 'schedule' }
  const down = await startPayments({}, () => [401, { error: { type: 'authentication_error' } }])
  assert.deepEqual(await down.ask({}, schedule), [502, { message: 'payment_service_failed' }])
  assert.deepEqual(down.calls, [])
  await down.stop()
  const ids = ['evt_1', 'evt_2']
  const answers = { unknown_payment_events: ids, apply_payment_event: 'PT500 ledger_mismatch' }
  const refusing = await startPayments(answers, () => listOf(ids))
  assert.equal((await refusing.ask({}, schedule))[0], 500)
  assert.equal(namesOf(refusing.calls), 'unknown_payment_events apply_payment_event apply_payment_event')
  await refusing.stop()
})

test('refuses a live key on an address that is not public, and says which secrets are missing', () => {
  const secrets = {
    STRIPE_SECRET_KEY: 'rk_live_1',
    PAYMENTS_SECRET: 's',
    SUPABASE_URL: 'https://abc.supabase.co',
    SUPABASE_PUBLISHABLE_KEYS: '{"web":"p"}',
    SUPABASE_SECRET_KEYS: '{"old":"o","default":"s"}',
    SITE_URL: 'https://your.site/',
  }
  const read = (changed: Record<string, string>) => readConfig((name) => ({ ...secrets, ...changed })[name])
  const { live, publicKey, serviceKey, siteUrl } = read({}) as Config
  assert.deepEqual([live, publicKey, serviceKey, siteUrl], [true, 'p', 's', 'https://your.site'])
  assert.equal((read({ STRIPE_SECRET_KEY: 'sk_test_1' }) as { live: boolean }).live, false)
  assert.deepEqual(read({ STRIPE_SECRET_KEY: '' }), { missing: ['STRIPE_SECRET_KEY'] })
  const hosts =
    'http://localhost:5173 http://kong:8000 https://127.0.0.1 https://mac.local http://your.site https://[::1]'
  for (const local of hosts.split(' '))
    for (const name of ['SITE_URL', 'SUPABASE_URL']) {
      assert.throws(() => read({ [name]: local }), /live key/)
      assert.equal((read({ [name]: local, STRIPE_SECRET_KEY: 'sk_test_1' }) as { live: boolean }).live, false)
    }
})

const sent = {
  id: 'evt_1',
  type: 'charge.refunded',
  created: 1,
  livemode: true,
  data: { object: { id: 'ch' } },
}
const event = { ...sent, object: 'event', account: 'x' }

/** The webhook, which knows two secrets, and what it answers to a body that is signed with one of these options. */
async function startWebhook(answer: unknown = 'applied') {
  const { supabaseUrl, calls, stop } = await startProject({ apply_payment_event: answer })
  const handle = createWebhook({ supabaseUrl, serviceKey: 'service', secrets: ['whsec_new', 'whsec_old'] })
  const sign = (payload: string, secret: string, age = 0) =>
    Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret,
      timestamp: Math.floor(Date.now() / 1000) - age,
      cryptoProvider: Stripe.createSubtleCryptoProvider(),
    })
  const post = async (body: string, signature?: string) => {
    const headers = signature === undefined ? undefined : { 'stripe-signature': signature }
    const response = await handle(new Request('https://x.test/', { method: 'POST', headers, body }))
    return [response.status, await response.json().catch(() => undefined)]
  }
  return { handle, calls, sign, post, stop }
}

test('takes an event that is signed with either secret, and responds after the database has committed', async () => {
  const { calls, sign, post, stop } = await startWebhook()
  const body = JSON.stringify(event, undefined, 2)
  for (const secret of ['whsec_new', 'whsec_old'])
    assert.deepEqual(await post(body, await sign(body, secret, 200)), [200, { state: 'applied' }])
  const call = { name: 'apply_payment_event', token: 'Bearer service', body: { p_event: sent } }
  assert.deepEqual(calls, [call, call])
  await stop()
  const failing = await startWebhook('PT500 ledger_mismatch')
  const failed = await failing.post(body, await failing.sign(body, 'whsec_new'))
  assert.deepEqual(failed, [500, { error: 'not_applied' }])
  await failing.stop()
})

test('refuses what is unsigned, forged, old, signed with another secret, or changed after it was signed', async () => {
  const { handle, calls, sign, post, stop } = await startWebhook()
  const body = JSON.stringify(event)
  const good = await sign(body, 'whsec_new')
  const time = /t=(\d+)/.exec(good)?.[1]
  const attempts: [string, string?][] = [
    [body],
    [body, ''],
    [body, 'nonsense'],
    [body, `t=${time}`],
    [body, `t=${time},v1=`],
    [body, `t=${time},v1=${'0'.repeat(64)}`],
    [body, good.replace('v1=', 'v0=')],
    [body, good.replace(`t=${time}`, `t=${Number(time) + 1}`)],
    [body, await sign(body, 'whsec_new', 310)],
    [body, await sign(body, 'whsec_new', 86_400)],
    [body, await sign(body, 'whsec_other')],
    [body.replace('charge.refunded', 'checkout.session.completed'), good],
    [`${body} `, good],
    [body.slice(0, -1), good],
    ['', good],
  ]
  const invalid = [400, { error: 'invalid_signature' }]
  for (const [text, signature] of attempts)
    assert.deepEqual(await post(text, signature), invalid, `${text} ${signature}`)
  const headers = { 'stripe-signature': good }
  assert.equal((await handle(new Request('https://x.test/', { headers }))).status, 405)
  const huge = { method: 'POST', headers: { ...headers, 'content-length': '1000000' }, body }
  assert.equal((await handle(new Request('https://x.test/', huge))).status, 413)
  assert.deepEqual(calls, [])
  await stop()
})
