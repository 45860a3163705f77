import { createHmac } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { columnOf, deletePerson, rpc, scalarOf } from './support/ask'
import { createPool, report, tryOrder } from './support/delivery'
import {
  deliver,
  notificationKindsOf,
  notificationsOf,
  setPreference,
  setStatus,
} from './support/notifications'
import { createSender } from './support/outbox'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const sender = createSender(world)
const admin = await createAdmin(world)
beforeEach(() => world.sql('delete from public.notifications; delete from private.outbox'))
const kindsOf = (person: { id: string }, sql = world.sql) => notificationKindsOf(sql, person)

it('notifies a member once of each new status of an order, but not of their own actions (D40)', async () => {
  const member = await createMember(world)
  const order = await placeOrder(member, await createBenefit(world, { name: 'Minutes', price: 7 }))
  for (const status of ['processing', 'completed', 'delivered', 'delivered', 'pending', 'cancelled'])
    await setStatus(admin, order, status)
  const about = { order_number: expect.stringMatching(/^ORD-/), benefit: 'Minutes' }
  expect(await kindsOf(member)).toEqual([
    ['order_status', { ...about, status: 'processing' }],
    ['order_status', { ...about, status: 'completed' }],
    ['order_delivered', about],
    ['order_cancelled', { ...about, tokens: 7 }],
  ])
  const rows = await notificationsOf(world.sql, member)
  expect(rows).toEqual(rows.map((row) => ({ ...row, order_id: order, count: 1, read_at: null })))
  expect(await kindsOf(admin)).toEqual([])
})

it('notifies of each delivery with its content, and of the answer to a report with its refund in one (D40)', async () => {
  const member = await createMember(world)
  const order = await placeOrder(member, await createBenefit(world, { price: 9 }))
  await deliver(admin, order, { p_kind: 'link', p_content: 'https://a.test/1' })
  await deliver(admin, order, { p_kind: 'text', p_content: 'Another one' })
  expect(await report(member, order)).toBe('open')
  expect(await kindsOf(admin)).toMatchObject([['reports_open', { benefit: 'Test Benefit' }]])
  const p_report_id = await scalarOf(world.sql, 'select id from private.reports where order_id = $1', [order])
  await rpc(admin, 'answer_report', { p_report_id, p_answer: 'refunded', p_text: 'Sorry' })
  expect(await kindsOf(member)).toMatchObject([
    ['order_delivered', { content: 'link' }],
    ['order_delivered', { content: 'text' }],
    ['report_answered', { answer: 'refunded', tokens: 9 }],
  ])
})

it('counts the events of a kind in one unread notification of each admin (D40)', async () => {
  const member = await createMember(world, { tokens: 500 })
  const pools = [await createPool(world, admin, 10), await createPool(world, admin, 10)]
  // Both at the same time.
  await Promise.all(pools.map(({ benefit }) => tryOrder(member, benefit)))
  const [first, ...others] = await notificationsOf(world.sql, admin)
  expect(others).toEqual([])
  expect(first).toMatchObject({ kind: 'pool_low', count: 2, data: { benefit: 'Test Benefit', left: 9 } })
  await admin.client.from('notifications').update({ read_at: 'now' }).eq('id', first?.id).throwOnError()
  const { benefit } = await createPool(world, admin, 10)
  for (let n = 0; n < 2; n++) await tryOrder(member, benefit)
  expect(await notificationsOf(world.sql, admin)).toMatchObject([
    { id: first?.id, count: 2 },
    { count: 1, benefit_id: benefit.id, read_at: null },
  ])
})

/** What the link in an email ends; nobody is signed in. */
const unsubscribe = async (p_token: string | null) =>
  (await rpc({ client: world.client() }, 'unsubscribe', { p_token }))[0]
const linkFor = async ({ id }: Pick<Person, 'id'>, kind: string) =>
  String(await scalarOf(world.sql, 'select private.unsubscribe_token($1, $2)', [id, kind]))
const preferences = ({ id }: Pick<Person, 'id'>) =>
  world.sql('select kind, in_app, by_email from notification_preferences where user_id = $1', [id])
const NO_ORDERS = { kind: 'orders', in_app: true, by_email: false }

it('ends the emails of one group by the link in any of them, not by a GET, for that person (D40)', async () => {
  const [member, other] = [await createMember(world), await createMember(world)]
  const benefit = await createBenefit(world, { price: 1 })
  const order = await placeOrder(member, benefit)
  await placeOrder(other, benefit)
  const [first] = (await sender.lease()).filter(({ email }) => email === member.email)
  // Queued before, and not sent any more.
  await setStatus(admin, order, 'processing')
  for (let n = 0; n < 2; n++)
    expect(await unsubscribe(first?.unsubscribe ?? '')).toEqual({ ok: true, kind: 'orders' })
  expect([await preferences(member), await preferences(other)]).toEqual([[NO_ORDERS], []])
  const p_token = await linkFor(other, 'order_placed')
  const get = await world.client().rpc('unsubscribe', { p_token }, { get: true })
  expect([get.error?.code, await preferences(other)]).toEqual(['25006', []])
  for (const status of ['completed', 'delivered']) await setStatus(admin, order, status)
  expect(await sender.lease()).toMatchObject([{ kind: 'order_delivered', unsubscribe: null }])
  await setPreference(member, 'orders', true, true).throwOnError()
  await placeOrder(member, benefit)
  expect(await sender.lease()).toMatchObject([{ kind: 'order_placed' }])
  // Chosen again, they end again by the same link.
  await unsubscribe(first?.unsubscribe ?? '')
  expect(await preferences(member)).toEqual([NO_ORDERS])
  // It does nothing for a deleted person.
  await deletePerson(admin, other)
  expect([await unsubscribe(p_token), await preferences(other)]).toEqual([{ ok: true, kind: 'orders' }, []])
})

it('refuses links that were forged, put together from others, or signed for something else (D40)', async () => {
  const [member, other] = [await createMember(world), await createMember(world)]
  const [orders, tokens] = [await linkFor(member, 'order_placed'), await linkFor(other, 'tokens_adjusted')]
  const [id, kind, signature] = orders.split('.')
  const [otherId, otherKind, otherSignature] = tokens.split('.')
  const guessed = createHmac('sha256', '').update(`${id}.${kind}`).digest('hex')
  const foreign = [
    `invitation ${id} nora@example.test`,
    'mailbox nora@example.test',
    `deletion ${id}.orders`,
    `${id}.orders`,
    `${id}.profile`,
    'ff.address',
  ]
  const signed = await columnOf(
    world.sql,
    `select t || '.' || private.sign_text(t) from unnest($1::text[]) as t`,
    [foreign],
  )
  for (const token of [
    ...signed,
    `${otherId}.${kind}.${signature}`,
    `${id}.${otherKind}.${signature}`,
    `${id}.${otherKind}.${otherSignature}`,
    `${id}.${kind}.${guessed}`,
    `${id}.${kind}.${signature?.slice(0, -1)}`,
    `${id}.${kind}.${signature}.`,
    `${id}.${kind}.`,
    ` ${orders}`,
    'x'.repeat(100_000),
    '',
    null,
  ])
    expect([token, await unsubscribe(token)]).toEqual([token, { ok: false, kind: null }])
  expect([...(await preferences(member)), ...(await preferences(other))]).toEqual([])
})
