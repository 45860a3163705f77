import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samples } from '../../supabase/functions/send-mail/emails/samples.ts'
import { createHandler } from '../../supabase/functions/send-mail/handler.ts'
import { SendFailure } from '../../supabase/functions/send-mail/message.ts'
import { sendDue } from '../../supabase/functions/send-mail/run.ts'
import { postTransport } from '../../supabase/functions/send-mail/transports/post.ts'
import { addresses, compose, leased } from './leased.ts'
import { startMailServer } from './mail-server.ts'
import { serve } from './server.ts'

const refusal = async (sending: Promise<void>) => {
  try {
    await sending
  } catch (error) {
    assert(error instanceof SendFailure)
    return [error.code, error.permanent]
  }
  return 'sent'
}

test('sends by SMTP over TLS, with both parts, an id of the event, and no tracking', async () => {
  const server = await startMailServer()
  await server.transport()(compose())
  const [{ raw, to }] = server.received as [{ raw: string; to: string[] }]
  assert.deepEqual(to, ['mia@example.test'])
  assert.match(raw, /^Message-ID: <00000000-0000-4000-8000-0000000000aa@guildhall\.test>\r$/m)
  assert.match(raw, /^Auto-Submitted: auto-generated\r$/m)
  assert.match(raw, /^From: Guildhall <house@guildhall\.test>\r$/m)
  assert.match(raw, /^Content-Type: text\/plain/m)
  assert.match(raw, /^Content-Type: text\/html/m)
  // The logo is the only thing that is loaded, and the same for everybody.
  const sources = [...compose().html.matchAll(/(?:src|background|url)\s*[=(]\s*["']?([^"')]+)/g)].map(
    ([, url]) => url,
  )
  assert.deepEqual(
    sources.filter((url) => url?.startsWith('http')),
    ['https://guildhall.test/storage/v1/object/public/branding/email-logo'],
  )
  await server.stop()
})

test('has a one-click unsubscribe in its headers and a link in its footer, except for deliveries and tests', async () => {
  const server = await startMailServer()
  const send = server.transport()
  await send(compose({ unsubscribe: 'id.orders.signature' }))
  await send(compose({ kind: 'order_delivered', data: samples.order_delivered }))
  const [one, none] = server.received.map(({ raw }) => raw.replace(/\r\n[ \t]+/g, ' '))
  // RFC 8058: the address that takes the POST, and what it gets.
  const address = 'https://project.test/functions/v1/unsubscribe?token=id.orders.signature'
  assert.ok(one?.includes(`\r\nList-Unsubscribe: <${address}>\r\n`), one?.slice(0, 1000))
  assert.match(one ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  assert.doesNotMatch(none ?? '', /unsubscribe/i)
  const page = 'https://guildhall.test/unsubscribe?token=id.orders.signature'
  const { html, text } = compose({ unsubscribe: 'id.orders.signature' })
  assert.ok(html.includes(`href="${page}"`))
  assert.ok(text.includes(page))
  assert.doesNotMatch(compose().html, /unsubscribe/i)
  await server.stop()
})

test('keeps hostile names and addresses out of the headers and out of the markup', async () => {
  const server = await startMailServer()
  const benefit = 'Minutes\r\nBcc: eve@example.test\r\n\r\n<script>alert(1)</script>"\'&{{tokens}}'
  const message = compose({ data: { ...samples.order_placed, benefit } })
  await server.transport()(message)
  await server.transport()({ ...message, to: '"a,eve@example.test' })
  const [{ raw, to }, second] = server.received as [{ raw: string; to: string[] }, { to: string[] }]
  assert.deepEqual(to, ['mia@example.test'])
  assert.equal(second.to.length, 1)
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  assert.doesNotMatch(head, /^(Bcc|<script)/im)
  assert.doesNotMatch(message.subject, /[\r\n]/)
  assert.doesNotMatch(message.html, /<script/)
  assert.match(message.html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#x27;&amp;\{\{tokens\}\}/)
  assert.match(message.text, /<script>/)
  await server.stop()
})

test('distinguishes permanent refusals from temporary ones', async () => {
  const server = await startMailServer({ 'gone@example.test': 550, 'full@example.test': 451 })
  const to = (email: string) => refusal(server.transport()({ ...compose(), to: email }))
  assert.deepEqual(await to('gone@example.test'), ['smtp_550', true])
  assert.deepEqual(await to('full@example.test'), ['smtp_451', false])
  assert.deepEqual(await refusal(server.transport('wrong')(compose())), ['smtp_535', false])
  await server.stop()
  assert.deepEqual(await to('mia@example.test'), ['unreachable', false])
})

test('sends through an HTTPS interface, and nowhere without encryption', async () => {
  const requests: [headers: Record<string, unknown>, body: Record<string, unknown>][] = []
  let status = 202
  const { url, stop } = await serve(({ headers, body }) => {
    requests.push([headers, JSON.parse(body)])
    return { status, json: {} }
  })
  const send = postTransport({ url, key: 'secret' })
  const message = compose()
  assert.equal(await refusal(send(message)), 'sent')
  const { id, to, ...sent } = message
  assert.equal(requests[0]?.[0].authorization, 'Bearer secret')
  assert.equal(requests[0]?.[0]['idempotency-key'], id)
  assert.deepEqual(requests[0]?.[1], { ...sent, to: [to] })
  await send({ ...message, subject: 'Eve =?utf-8?B?eA==?= ==??=' })
  assert.equal(requests[1]?.[1].subject, 'Eve = ?utf-8?B?eA== ?= == ??=')
  for (const code of [422, 400, 429, 401, 503]) {
    status = code
    assert.deepEqual(await refusal(send(message)), [`http_${code}`, code === 422 || code === 400])
  }
  await stop()
  assert.deepEqual(await refusal(send(message)), ['unreachable', false])
  assert.throws(() => postTransport({ url: 'http://mail.example', key: 'x' }))
})

/** How many emails a run sends of `due`. */
async function countSent(
  due: number,
  markSent: () => Promise<void>,
  runDue = async (): Promise<string[]> => [],
) {
  let count = 0
  const lease = async () => Array.from({ length: due }, (_, n) => leased({ id: String(n) }))
  const outbox = { runDue, lease, markSent, markFailed: async () => {}, ranAt: async () => '' }
  const send = async () => {
    count += 1
  }
  assert.equal(await sendDue({ outbox, send, ...addresses }), due)
  return count
}

const away = async () => {
  throw new Error('away')
}

test('records a result again after a moment, and sends nothing more while none can be recorded', async () => {
  let calls = 0
  assert.equal(await countSent(50, async () => (++calls > 10 ? undefined : away())), 50)
  assert.equal(await countSent(50, away), 10)
})

test('sends emails even if the due tasks fail', async () => {
  assert.equal(await countSent(1, async () => {}, away), 1)
})

test('starts for its secret alone, and responds before the work is done', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const calls: string[] = []
  const { url: supabaseUrl, stop } = await serve(async ({ path, body }) => {
    calls.push(`${path} ${body}`)
    await finished
    return { json: [] }
  })
  const works: Promise<number>[] = []
  const keys = { secret: 's3cret', supabaseUrl, serviceKey: 'k' }
  const mail = { siteUrl: 'https://a.test', from: 'a@a.test', send: async () => {} }
  const handle = createHandler({ ...keys, ...mail }, (work) => works.push(work))
  const body = '{"p_limit":1000,"to":"eve@example.test"}'
  const post = async (headers: HeadersInit) =>
    (await handle(new Request('https://x.test?p_limit=1000', { method: 'POST', headers, body }))).status
  assert.equal(await post({}), 401)
  assert.equal(await post({ 'x-send-mail-secret': 's3cre' }), 401)
  assert.equal(await post({ authorization: 'Bearer s3cret' }), 401)
  assert.equal((await handle(new Request('https://x.test', { method: 'DELETE' }))).status, 405)
  assert.deepEqual(works, [])
  assert.equal(await post({ 'x-send-mail-secret': 's3cret' }), 202)
  finish()
  assert.equal(await works[0], 0)
  // Nothing of the request goes on.
  assert.deepEqual(calls, ['/rest/v1/rpc/run_due {}', '/rest/v1/rpc/lease_emails {"p_limit":50}'])
  await stop()
  const bare = createHandler({ missing: ['MAIL_FROM'] })
  const response = await bare(new Request('https://x.test'))
  assert.deepEqual(
    [response.status, await response.json()],
    [503, { state: 'not_configured', missing: ['MAIL_FROM'] }],
  )
})
