import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { columnOf, rpc, scalarOf } from './support/ask'
import { setStatus } from './support/notifications'
import { createSender } from './support/outbox'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, orderPayload, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()
const sender = createSender(world)

beforeEach(() => world.sql('delete from private.outbox'))

/** Lets time pass for one email: its lease ends, its backoff is over. */
async function makeDue(id: string, hoursAgo = 0): Promise<void> {
  await world.sql(
    `update private.outbox set next_attempt_at = now(),
       first_attempted_at = least(first_attempted_at, now() - $2 * interval '1 hour') where id = $1`,
    [id, hoursAgo],
  )
}

/** The one email that waits. */
async function leaseOne() {
  const [email, ...others] = await sender.lease()
  if (!email || others.length > 0) throw new Error('expected one email')
  return email
}
const placed = async () => placeOrder(await createMember(world), await createBenefit(world))

it('leases what the email shows at that time, and skips what is no longer true (D37)', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const benefit = await createBenefit(world, { price: 7, name: 'Minutes' })
  const id = await placeOrder(member, benefit)
  for (const status of ['delivered', 'processing']) await setStatus(admin, id, status)
  const order = { order_id: id, benefit: 'Minutes', tokens: 7, order_number: expect.stringMatching(/^ORD-/) }
  const leased = { attempt: 1, email: member.email, own: true, data: expect.objectContaining(order) }
  expect(await sender.lease()).toMatchObject([
    { kind: 'order_placed', ...leased },
    { kind: 'order_status', ...leased },
  ])
  const skipped = `select kind from private.outbox where outcome = 'skipped' and attempts = 0`
  expect(await columnOf(world.sql, skipped)).toEqual(['order_delivered'])
})

it('repeats an email under the same id when its sender never reported, and ignores the late report (D37)', async () => {
  await placed()
  const first = await leaseOne()
  expect(await sender.lease()).toEqual([])
  await makeDue(first.id)
  expect(await leaseOne()).toEqual({ ...first, attempt: 2 })
  await sender.failed(first, 'timeout', true)
  const rows = () => world.sql('select outcome, last_error from private.outbox')
  expect(await rows()).toEqual([{ outcome: null, last_error: null }])
  await sender.sent(first.id)
  await makeDue(first.id)
  expect(await sender.lease()).toEqual([])
  expect(await rows()).toEqual([{ outcome: 'sent', last_error: null }])
})

it('retries a temporary failure with exponential backoff for a day, then gives up (D37)', async () => {
  await placed()
  const id = await scalarOf(world.sql, 'select id from private.outbox')
  const state = `select concat_ws(' ', outcome, last_error, round(extract(epoch from next_attempt_at - now()) / 60)) from private.outbox`
  for (const [hoursAgo, error, then] of [
    [0, 'unreachable', 'unreachable 1'],
    [0, 'unreachable', 'unreachable 2'],
    [0, 'unreachable', 'unreachable 4'],
    [0, 'unreachable', 'unreachable 8'],
    [23.5, 'http_503', 'http_503 16'],
    [23.9, 'http_503', 'http_503 6'],
    [24.1, 'http_503', expect.stringMatching('^given_up http_503')],
  ] as const) {
    await makeDue(String(id), hoursAgo)
    await sender.failed(await leaseOne(), error)
    expect(await scalarOf(world.sql, state)).toEqual(then)
  }
})

it('gives up a permanent failure at once, and tells each admin once an hour (D37)', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const benefit = await createBenefit(world)
  for (let n = 0; n < 2; n++) await placeOrder(member, benefit)
  for (const email of await sender.lease()) await sender.failed(email, 'smtp_550', true)
  const told = (await sender.lease()).filter(({ email }) => email === admin.email)
  expect(told).toMatchObject([{ kind: 'email_given_up', data: { count: 2, error: 'smtp_550' } }])
  for (const email of told) await sender.failed(email, 'smtp_550', true)
  const about = `select from private.outbox where kind = 'email_given_up' and recipient_id = $1`
  expect(await world.sql(about, [admin.id])).toHaveLength(1)
  const status = { given_up: 3, given_up_error: 'smtp_550', late: 0 }
  expect(await rpc(admin, 'email_status')).toMatchObject([status])
})

it("sends at most ten deliveries a day to addresses that are not the member's own (D37)", async () => {
  const [member, admin] = [await createMember(world, { tokens: 1000 }), await createAdmin(world)]
  const benefit = await createBenefit(world, { price: 1 })
  const gift = `${randomUUID()}@example.test`
  const stateOf = async (redemption_email: string) => {
    const payload = orderPayload(member, benefit, { redemption_email })
    await member.client.from('orders').insert(payload).throwOnError()
    await setStatus(admin, payload.id, 'delivered')
    return (await rpc(member, 'delivery_status', { p_order_id: payload.id }))[0].email
  }
  await world.sql(
    `insert into private.outbox (id, kind, recipient_id, elsewhere, outcome, finished_at)
     select gen_random_uuid(), 'order_delivered', $1, true, 'sent', now() from generate_series(1, 9)`,
    [member.id],
  )
  const states = [await stateOf(member.email.toUpperCase()), await stateOf(gift), await stateOf(gift)]
  expect(states).toEqual(['waiting', 'waiting', 'over_limit'])
  expect((await sender.lease()).filter(({ email, own }) => email === gift && !own)).toHaveLength(1)
  // A day later there are ten again.
  await world.sql(`update private.outbox set created_at = created_at - interval '25 hours' where true`)
  expect(await stateOf(gift)).toBe('waiting')
})

it('sends an admin a test of a template, and tells its result to that admin alone (D37)', async () => {
  const [admin, other] = [await createAdmin(world), await createAdmin(world)]
  const p_id = await rpc(admin, 'send_test_email', { p_template: 'order_placed' })
  const state = async (person: Person): Promise<Row[]> => rpc(person, 'test_email', { p_id })
  expect(await state(admin)).toMatchObject([{ state: 'waiting', error: null }])
  expect(await state(other)).toEqual([])
  const email = await leaseOne()
  expect(email).toMatchObject({ kind: 'test', email: admin.email, data: { template: 'order_placed' } })
  await sender.failed(email, 'unreachable')
  expect(await state(admin)).toMatchObject([{ state: 'waiting', error: 'unreachable' }])
})
