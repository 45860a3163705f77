import { expect, it } from 'vitest'
import { createPool, delivered, report } from './support/delivery'
import { setStatus } from './support/notifications'
import { createAdmin, createMember } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

it('shows an admin all that support needs to see of a member', async () => {
  const [member, admin] = [
    await createMember(world, { tokens: 100, session: true }),
    await createAdmin(world),
  ]
  const other = await createMember(world, { tokens: 100 })
  const rpc = async (name: string, more: Row = {}): Promise<Row[]> =>
    (await admin.client.rpc(name, { p_id: member.id, ...more }).throwOnError()).data
  const [late, cancelled] = [
    await placeOrder(member, await createBenefit(world, { name: 'Minutes', price: 10 })),
    await placeOrder(member, await createBenefit(world, { name: 'Keystone', price: 7 })),
  ]
  await placeOrder(other, await createBenefit(world))
  await setStatus(admin, cancelled, 'cancelled')
  await world.sql(`update orders set due_at = now() - interval '1 hour' where id = $1`, [late])
  const { benefit } = await createPool(world, admin, 2)
  await report(member, await delivered(member, benefit), 'It is empty')
  await admin.client.from('order_notes').insert({ order_id: late, body: 'Called back' }).throwOnError()
  await world.sql(
    `update private.outbox set outcome = 'given_up', finished_at = now(), last_error = 'smtp_550'
     where recipient_id = $1 and kind = 'order_cancelled'`,
    [member.id],
  )

  const messages = await rpc('person_messages')
  const [figures] = await rpc('person_figures')
  const [sums] = await world.sql(
    `select sum(amount) filter (where amount > 0)::int as received, -sum(amount) filter (where amount < 0)::int as spent
     from token_transactions where account_id = $1`,
    [member.id],
  )
  expect(figures).toMatchObject({
    ...sums,
    open_orders: 1,
    late_orders: 1,
    reports: 1,
    open_reports: 0,
    notes: 1,
    messages: messages.length,
    given_up_emails: 1,
    given_up_error: 'smtp_550',
    last_sign_in_at: expect.any(String),
  })
  expect(await rpc('person_reports')).toMatchObject([{ reason: 'It is empty', outcome: 'replaced' }])
  expect(await rpc('person_notes')).toMatchObject([
    { body: 'Called back', author_name: admin.name, order_id: late, benefit_name: 'Minutes' },
  ])
  expect(messages).toContainEqual(
    expect.objectContaining({
      by_email: true,
      kind: 'order_cancelled',
      order_id: cancelled,
      state: 'given_up',
    }),
  )
  expect(messages).toContainEqual(
    expect.objectContaining({
      by_email: false,
      kind: 'order_cancelled',
      order_id: cancelled,
      state: 'unread',
    }),
  )
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)

  // Each message once, from either end.
  const paged: unknown[] = []
  for (let key: Row = {}; ; ) {
    const [next] = await rpc('person_messages', { ...key, p_limit: 1 })
    if (!next) break
    paged.push(next.id)
    key = { p_key_value: next.created_at, p_key_id: next.id }
  }
  expect(paged).toEqual(messages.map(({ id }) => id))
  expect((await rpc('person_messages', { p_reverse: true })).map(({ id }) => id)).toEqual(paged.toReversed())
})
