import { createHmac } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Leased } from '../../supabase/functions/send-mail/message'
import { choose, deliver, setStatus } from './support/notifications'
import { createSender } from './support/outbox'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const sender = createSender(world)

beforeEach(async () => {
  await world.sql('delete from private.outbox')
})

const kinds = (emails: Leased[]) => emails.map(({ kind }) => kind).sort()
/** What the link in an email ends; nobody is signed in. */
const unsubscribe = async (p_token: string) =>
  (await world.client().rpc('unsubscribe', { p_token }).single().throwOnError()).data
const tokenFor = async ({ id }: Pick<Person, 'id'>, kind: string) =>
  String((await world.sql('select private.unsubscribe_token($1, $2) as token', [id, kind]))[0]?.token)
const preferences = ({ id }: Pick<Person, 'id'>) =>
  world.sql('select kind, in_app, by_email from notification_preferences where user_id = $1 order by kind', [
    id,
  ])
const REFUSED = { ok: false, kind: null }

it('sends what was chosen and each delivery, by default all but tokens, late orders and grants', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const events = async () => {
    const order = await placeOrder(member, await createBenefit(world, { price: 1 }))
    await setStatus(admin, order, 'processing')
    await deliver(admin, order, { p_kind: 'text', p_content: 'Here it is' })
    await world.sql(`select private.post_tokens($1, 'adjustment', 5, 'Thanks')`, [member.id])
    return kinds((await sender.lease()).filter(({ email }) => email === member.email))
  }
  expect(await events()).toEqual(['order_delivered'])
  await choose(member, 'tokens', true, true).throwOnError()
  expect(await events()).toEqual(['order_delivered', 'tokens_adjusted'])
  await choose(member, 'orders', true, false).throwOnError()
  await world.sql('delete from private.outbox')
  expect(await events()).toEqual(['order_delivered', 'tokens_adjusted'])
})

it('ends the emails of one group by the link in any of them, for good and for that person', async () => {
  const [member, other, admin] = [
    await createMember(world),
    await createMember(world),
    await createAdmin(world),
  ]
  const benefit = await createBenefit(world, { price: 1 })
  const order = await placeOrder(member, benefit)
  await placeOrder(other, benefit)
  const [first] = (await sender.lease()).filter(({ email }) => email === member.email)
  // Queued before, and not sent any more.
  await setStatus(admin, order, 'processing')
  for (let n = 0; n < 2; n++) {
    expect(await unsubscribe(String(first?.unsubscribe))).toEqual({ ok: true, kind: 'orders' })
  }
  expect(await preferences(member)).toEqual([{ kind: 'orders', in_app: true, by_email: false }])
  expect(await preferences(other)).toEqual([])
  await setStatus(admin, order, 'completed')
  await setStatus(admin, order, 'delivered')
  const leased = await sender.lease()
  expect(leased.map(({ kind, unsubscribe }) => [kind, unsubscribe])).toEqual([['order_delivered', null]])
  await choose(member, 'orders', true, true).throwOnError()
  await placeOrder(member, benefit)
  expect(kinds(await sender.lease())).toEqual(['order_placed'])
})

it('answers what was signed for something else like any other text (D40)', async () => {
  const member = await createMember(world)
  const texts = [
    `invitation ${member.id} nora@example.test`,
    `mailbox nora@example.test`,
    `deletion ${member.id}.orders`,
    `${member.id}.orders`,
    `${member.id}.profile`,
    'ff.address',
  ]
  for (const text of texts) {
    const [row] = await world.sql('select private.sign_unsubscribe($1) as signature', [text])
    expect([text, await unsubscribe(`${text}.${row?.signature}`)]).toEqual([text, REFUSED])
  }
  expect(await preferences(member)).toEqual([])
})

it('refuses links that were forged, or put together from others', async () => {
  const [member, other] = [await createMember(world), await createMember(world)]
  const [orders, tokens] = [await tokenFor(member, 'order_placed'), await tokenFor(other, 'tokens_adjusted')]
  const [id, kind, signature] = orders.split('.')
  const [otherId, otherKind, otherSignature] = tokens.split('.')
  const guessed = createHmac('sha256', '').update(`${id}.${kind}`).digest('hex')
  for (const token of [
    `${otherId}.${kind}.${signature}`,
    `${id}.${otherKind}.${signature}`,
    `${id}.${otherKind}.${otherSignature}`,
    `${id}.${kind}.${guessed}`,
    `${id}.${kind}.${signature?.slice(0, -1)}`,
    `${id}.${kind}.${signature}.`,
    `${id}.${kind}.`,
    `${id}.${kind}`,
    ` ${orders}`,
    'x'.repeat(100_000),
    '',
  ]) {
    expect(await unsubscribe(token)).toEqual(REFUSED)
  }
  expect(await unsubscribe(null as unknown as string)).toEqual(REFUSED)
  expect(await preferences(member)).toEqual([])
  expect(await preferences(other)).toEqual([])
})

it('is not undone by a GET, and does nothing for a deleted person', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const token = await tokenFor(member, 'order_placed')
  const get = await world.client().rpc('unsubscribe', { p_token: token }, { get: true })
  expect(get.error?.code).toBe('25006')
  expect(await preferences(member)).toEqual([])
  await admin.client.from('profiles').delete().eq('id', member.id).throwOnError()
  expect(await unsubscribe(token)).toEqual({ ok: true, kind: 'orders' })
  expect(await preferences(member)).toEqual([])
})

it("takes the one click of an email client at the function's address, and nothing less", async () => {
  const member = await createMember(world)
  const token = await tokenFor(member, 'order_placed')
  const address = `${world.address.url}/functions/v1/unsubscribe?token=`
  const post = (body: BodyInit, to = token) =>
    fetch(address + to, { method: 'POST', body }).then(({ status }) => status)
  const click = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const opened = await fetch(address + token, { redirect: 'manual' })
  expect([opened.status, new URL(opened.headers.get('location') ?? '').pathname]).toEqual([
    303,
    '/unsubscribe',
  ])
  expect(new URL(opened.headers.get('location') ?? '').searchParams.get('token')).toBe(token)
  expect(await post('')).toBe(400)
  expect(await post(click, `${token}0`)).toBe(400)
  expect((await fetch(address + token, { method: 'DELETE' })).status).toBe(405)
  expect(await preferences(member)).toEqual([])
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  for (const body of [click, form]) expect(await post(body)).toBe(200)
  expect(await preferences(member)).toEqual([{ kind: 'orders', in_app: true, by_email: false }])
})
