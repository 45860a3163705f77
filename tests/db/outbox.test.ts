import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { columnOf, rpc } from './support/ask'
import { become, setStatus } from './support/notifications'
import { createSender } from './support/outbox'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, orderPayload, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()
const sender = createSender(world)

beforeEach(() => world.sql('delete from private.outbox'))

/** The rows about one cause, oldest first. */
function queuedFor(cause: string): Promise<Row[]> {
  return world.sql('select * from private.outbox where cause_id = $1 order by created_at', [cause])
}

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

it('queues one email per event in the transaction that causes it (D37)', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const order = await placeOrder(member, await createBenefit(world))
  for (const status of ['processing', 'delivered', 'delivered', 'cancelled'])
    await setStatus(admin, order, status)
  const waiting = { recipient_id: member.id, elsewhere: false, attempts: 0, outcome: null }
  expect(await queuedFor(order)).toMatchObject(
    ['order_placed', 'order_status', 'order_delivered', 'order_cancelled'].map((kind) => ({
      kind,
      ...waiting,
    })),
  )
})

it('queues nothing for an order that is refused, rolled back, replayed or imported (D37)', async () => {
  const member = await createMember(world, { tokens: 100 })
  const benefit = await createBenefit(world, { price: 60 })
  const payload = orderPayload(member, benefit)
  await world.undone(async (sql) => {
    await become(sql, member)
    await sql(`insert into orders (id, user_id, benefit_id, redemption_email) values ($1, $2, $3, $4)`, [
      payload.id,
      member.id,
      benefit.id,
      member.email,
    ])
  })
  const place = async (row: Row) => outcome(await member.client.from('orders').insert(row))
  expect([await place(payload), await place(payload)]).toEqual([0, '23505'])
  expect(await place(orderPayload(member, benefit))).toBe('insufficient_tokens')
  const imported = `insert into orders (user_id, created_at) values ($1, now() - interval '1 day')`
  await world.sql(imported, [member.id])
  expect(await columnOf(world.sql, 'select cause_id from private.outbox')).toEqual([payload.id])
})

it('leases what the email shows at that time, and skips what is no longer true (D37)', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const benefit = await createBenefit(world, { price: 7, name: 'Minutes' })
  const place = () => placeOrder(member, benefit)
  const [waits, cancelled, reopened] = [await place(), await place(), await place()]
  await setStatus(admin, cancelled, 'cancelled')
  for (const status of ['delivered', 'processing']) await setStatus(admin, reopened, status)
  const leased = await sender.lease()
  expect(leased.map(({ kind, data }) => [kind, data.order_id])).toEqual(
    expect.arrayContaining([
      ['order_placed', waits],
      ['order_cancelled', cancelled],
      ['order_placed', reopened],
      ['order_status', reopened],
    ]),
  )
  expect(leased).toHaveLength(4)
  const data = {
    order_id: waits,
    benefit: 'Minutes',
    tokens: 7,
    order_number: expect.stringMatching(/^ORD-/),
  }
  expect(leased[0]).toMatchObject({ attempt: 1, email: member.email, own: true, data })
  expect(await queuedFor(reopened)).toMatchObject([
    { outcome: null, attempts: 1 },
    { kind: 'order_delivered', outcome: 'skipped', attempts: 0 },
    { kind: 'order_status', attempts: 1 },
  ])
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
  const order = await placed()
  const [{ id } = {}] = await queuedFor(order)
  const state = `select concat_ws(' ', outcome, last_error, round(extract(epoch from next_attempt_at - now()) / 60))
    from private.outbox where id = $1`
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
    expect(await columnOf(world.sql, state, [id])).toEqual([then])
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
