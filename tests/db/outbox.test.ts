import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { createSender, makeDue, queuedFor } from './support/outbox'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, orderPayload, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const sender = createSender(world)

beforeEach(async () => {
  await world.sql('delete from private.outbox')
  // Operations of other files would be settled, with their emails.
  await world.sql('update public.operations set settled_at = now() where settled_at is null')
})

const setStatus = (admin: Person, order: string, status: string) =>
  admin.client.from('orders').update({ status }).eq('id', order).throwOnError()
const claims = (person: Person) => JSON.stringify({ sub: person.id, role: 'authenticated' })

it('queues one email per event in the transaction that causes it (D37)', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const order = await placeOrder(member, await createBenefit(world))
  for (const status of ['processing', 'delivered', 'delivered', 'cancelled'])
    await setStatus(admin, order, status)
  expect(await queuedFor(world.sql, order)).toMatchObject(
    ['order_placed', 'order_status', 'order_delivered', 'order_cancelled'].map((kind) => ({
      kind,
      recipient_id: member.id,
      elsewhere: false,
      attempts: 0,
      outcome: null,
    })),
  )
})

it('queues nothing for an order that is refused, rolled back, replayed or imported', async () => {
  const member = await createMember(world, { tokens: 100 })
  const benefit = await createBenefit(world, { price: 60 })
  const payload = orderPayload(member, benefit)
  const place = () => member.client.from('orders').insert(payload)
  await world.undone(async (sql) => {
    await sql(
      `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
      [claims(member)],
    )
    await sql(`insert into orders (id, user_id, benefit_id, redemption_email) values ($1, $2, $3, $4)`, [
      payload.id,
      member.id,
      benefit.id,
      member.email,
    ])
  })
  await place()
  expect((await place()).error?.code).toBe('23505')
  expect((await member.client.from('orders').insert(orderPayload(member, benefit))).error?.message).toBe(
    'insufficient_tokens',
  )
  await world.sql(`insert into orders (user_id, created_at) values ($1, now() - interval '1 day')`, [
    member.id,
  ])
  expect(await world.sql('select cause_id from private.outbox')).toEqual([{ cause_id: payload.id }])
})

it('leases what the email shows at that time, and skips what is no longer true', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const benefit = await createBenefit(world, { price: 7, name: 'Minutes' })
  const [waits, cancelled, reopened] = [
    await placeOrder(member, benefit),
    await placeOrder(member, benefit),
    await placeOrder(member, benefit),
  ]
  await setStatus(admin, cancelled, 'cancelled')
  await setStatus(admin, reopened, 'delivered')
  await setStatus(admin, reopened, 'processing')
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
  expect(leased[0]).toMatchObject({
    attempt: 1,
    email: member.email,
    own: true,
    data: { order_id: waits, benefit: 'Minutes', tokens: 7, order_number: expect.stringMatching(/^ORD-/) },
  })
  expect(await queuedFor(world.sql, reopened)).toMatchObject([
    { outcome: null, attempts: 1 },
    { kind: 'order_delivered', outcome: 'skipped', attempts: 0 },
    { kind: 'order_status', attempts: 1 },
  ])
})

it('repeats an email under the same id when its sender never reported, and ignores the late report', async () => {
  await placeOrder(await createMember(world), await createBenefit(world))
  const [first] = await sender.lease()
  expect(await sender.lease()).toEqual([])
  await makeDue(world.sql, first!.id)
  const [second] = await sender.lease()
  expect(second).toEqual({ ...first, attempt: 2 })
  await sender.failed(first!, 'timeout', true)
  const rows = () => world.sql('select outcome, last_error from private.outbox')
  expect(await rows()).toEqual([{ outcome: null, last_error: null }])
  await sender.sent(second!.id)
  await makeDue(world.sql, first!.id)
  expect(await sender.lease()).toEqual([])
  expect(await rows()).toEqual([{ outcome: 'sent', last_error: null }])
})

it('gives up an email whose senders all ended without a report', async () => {
  await placeOrder(await createMember(world), await createBenefit(world))
  await world.sql('update private.outbox set attempts = 30, first_attempted_at = now()')
  expect(await sender.lease()).toEqual([])
  expect(
    await world.sql(`select outcome, last_error from private.outbox where kind = 'order_placed'`),
  ).toEqual([{ outcome: 'given_up', last_error: 'no_result' }])
})

it('retries a temporary failure with exponential backoff for a day, then gives up', async () => {
  await placeOrder(await createMember(world), await createBenefit(world))
  const [{ id }] = (await world.sql<{ id: string }>('select id from private.outbox')) as [{ id: string }]
  const row = async () =>
    (
      await world.sql(
        `select outcome, last_error, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
         from private.outbox where id = $1`,
        [id],
      )
    )[0]
  for (const minutes of [1, 2, 4, 8]) {
    await sender.failed((await sender.lease())[0]!, 'unreachable')
    expect(await row()).toEqual({ outcome: null, last_error: 'unreachable', minutes })
    await makeDue(world.sql, id)
  }
  await makeDue(world.sql, id, 23.5)
  await sender.failed((await sender.lease())[0]!, 'http_503')
  expect((await row())?.minutes).toBe(16)
  await makeDue(world.sql, id, 23.9)
  await sender.failed((await sender.lease())[0]!, 'http_503')
  expect((await row())?.minutes).toBe(6)
  await makeDue(world.sql, id, 24.1)
  await sender.failed((await sender.lease())[0]!, 'http_503')
  expect(await row()).toMatchObject({ outcome: 'given_up', last_error: 'http_503' })
})

it('gives up a permanent failure at once, and tells each admin once an hour', async () => {
  const [member, admin] = [await createMember(world, { tokens: 100 }), await createAdmin(world)]
  const benefit = await createBenefit(world)
  for (let n = 0; n < 2; n++) await placeOrder(member, benefit)
  for (const email of await sender.lease()) await sender.failed(email, 'smtp_550', true)
  const told = (await sender.lease()).filter(({ email }) => email === admin.email)
  expect(told).toMatchObject([{ kind: 'email_given_up', data: { count: 2, error: 'smtp_550' } }])
  await sender.failed(told[0]!, 'smtp_550', true)
  const about = `select from private.outbox where kind = 'email_given_up' and recipient_id = $1`
  expect(await world.sql(about, [admin.id])).toHaveLength(1)
  const { data: status } = await admin.client.rpc('email_status').single().throwOnError()
  expect(status).toMatchObject({ given_up: 3, given_up_error: 'smtp_550', late: 0 })
})

it("sends at most ten deliveries a day to addresses that are not the member's own", async () => {
  const [member, admin] = [await createMember(world, { tokens: 1000 }), await createAdmin(world)]
  const benefit = await createBenefit(world, { price: 1 })
  const gift = `${randomUUID()}@example.test`
  const place = async (email: string) => {
    const payload = orderPayload(member, benefit, { redemption_email: email })
    await member.client.from('orders').insert(payload).throwOnError()
    await setStatus(admin, payload.id, 'delivered')
    return payload.id
  }
  const own = await place(member.email.toUpperCase())
  const gifts = []
  for (let n = 0; n < 11; n++) gifts.push(await place(gift))
  const email = async (order: string) =>
    (
      await member.client
        .rpc('delivery_status', { p_order_id: order })
        .single<{ email: string }>()
        .throwOnError()
    ).data.email
  expect(await email(own)).toBe('waiting')
  expect(await email(gifts[9]!)).toBe('waiting')
  expect(await email(gifts[10]!)).toBe('over_limit')
  const leased = await sender.lease()
  expect(leased.filter(({ email, own }) => email === gift && !own)).toHaveLength(10)
  // A day later there are ten again.
  await world.sql(`update private.outbox set created_at = created_at - interval '25 hours'`)
  expect(await email(await place(gift))).toBe('waiting')
})

it('sends an admin a test of a template, 20 an hour, and tells its result to that admin alone', async () => {
  const [admin, other] = [await createAdmin(world), await createAdmin(world)]
  const send = () => admin.client.rpc('send_test_email', { p_template: 'order_placed' })
  const { data: id } = await send().throwOnError()
  const state = async (person: Person) =>
    (await person.client.rpc('test_email', { p_id: id }).throwOnError()).data.map(
      ({ state, error }: Record<string, unknown>) => [state, error],
    )
  expect(await state(admin)).toEqual([['waiting', null]])
  expect(await state(other)).toEqual([])
  const [email] = await sender.lease()
  expect(email).toMatchObject({ kind: 'test', email: admin.email, data: { template: 'order_placed' } })
  await sender.failed(email!, 'unreachable')
  expect(await state(admin)).toEqual([['waiting', 'unreachable']])
  for (let n = 1; n < 20; n++) await send().throwOnError()
  expect((await send()).error?.message).toBe('rate_limited')
  expect((await admin.client.rpc('send_test_email', { p_template: 'X<>' })).error?.message).toBe(
    'rate_limited',
  )
})
