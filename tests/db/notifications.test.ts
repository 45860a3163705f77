import { beforeEach, expect, it } from 'vitest'
import { createPool, report, tryOrder } from './support/delivery'
import { become, choose, deliver, noticesOf, setStatus, toldTo } from './support/notifications'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

// Of the admins of other tests there are many.
beforeEach(async () => {
  await world.sql('delete from public.notifications')
})

const adjust = (admin: Person, person: Person, by: number) =>
  world.sql('select current_tokens from profiles where id = $1', [person.id]).then(([row]) =>
    admin.client
      .from('profiles')
      .update({ current_tokens: Number(row?.current_tokens) + by, adjustment_reason: 'Thank you' })
      .eq('id', person.id)
      .throwOnError(),
  )

it('notifies a member once of each new status of an order, but not of their own actions', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const order = await placeOrder(member, await createBenefit(world, { name: 'Minutes', price: 7 }))
  for (const status of ['processing', 'completed', 'delivered', 'delivered', 'pending', 'cancelled'])
    await setStatus(admin, order, status)
  const told = await noticesOf(world.sql, member)
  const about = { order_number: expect.stringMatching(/^ORD-/), benefit: 'Minutes' }
  expect(told.map(({ kind, data }) => [kind, data])).toEqual([
    ['order_status', { ...about, status: 'processing' }],
    ['order_status', { ...about, status: 'completed' }],
    ['order_delivered', about],
    ['order_cancelled', { ...about, tokens: 7 }],
  ])
  expect(told).toEqual(told.map((row) => ({ ...row, order_id: order, count: 1, read_at: null })))
  expect(await noticesOf(world.sql, admin)).toEqual([])
})

it('does not notify of what was rolled back or imported', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const order = await placeOrder(member, await createBenefit(world))
  await world.undone(async (sql) => {
    await become(sql, admin)
    await sql(`update orders set status = 'processing' where id = $1`, [order])
    await sql('reset role')
    expect(await toldTo(sql, member)).toHaveLength(1)
  })
  await world.undone(async (sql) => {
    await sql(`update orders set status = 'completed', updated_at = now() - interval '1 day' where id = $1`, [
      order,
    ])
    await sql(
      `select private.post_tokens($1, 'purchase', 5000, 'Imported', p_at => now() - interval '1 day')`,
      [member.id],
    )
    await sql('set constraints all immediate')
    expect(await toldTo(sql, member)).toEqual([])
    expect(await toldTo(sql, admin)).toEqual([])
  })
})

it('notifies once of a delivery with its content, and again of the next one', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const order = await placeOrder(member, await createBenefit(world))
  await deliver(admin, order, { p_kind: 'link', p_content: 'https://a.test/1' })
  await deliver(admin, order, { p_kind: 'text', p_content: 'Another one' })
  expect(await toldTo(world.sql, member)).toMatchObject([
    ['order_delivered', { content: 'link' }],
    ['order_delivered', { content: 'text' }],
  ])
})

it('notifies of the answer to a report, with a refund, in one notification', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const order = await placeOrder(member, await createBenefit(world, { price: 9 }))
  await deliver(admin, order, { p_kind: 'link', p_content: 'https://a.test/1' })
  expect(await report(member, order)).toBe('open')
  expect(await toldTo(world.sql, admin)).toMatchObject([['reports_open', { benefit: 'Test Benefit' }]])
  const [{ id }] = (await world.sql('select id from private.reports where order_id = $1', [order])) as [
    { id: string },
  ]
  await admin.client
    .rpc('answer_report', { p_report_id: id, p_answer: 'refunded', p_text: 'Sorry' })
    .throwOnError()
  expect((await toldTo(world.sql, member)).slice(1)).toMatchObject([
    ['report_answered', { answer: 'refunded', tokens: 9 }],
  ])
})

it('notifies of a balance change with its reason, and the other admins of a large grant, without a name', async () => {
  const [member, admin, other] = [
    await createMember(world),
    await createAdmin(world),
    await createAdmin(world),
  ]
  await adjust(admin, member, -5)
  await adjust(admin, member, 1000)
  expect(await toldTo(world.sql, other)).toEqual([])
  await adjust(admin, member, 1001)
  expect(await toldTo(world.sql, member)).toEqual(
    [-5, 1000, 1001].map((tokens) => ['tokens_adjusted', { tokens, reason: 'Thank you' }]),
  )
  expect(await toldTo(world.sql, other)).toEqual([['large_grant', { tokens: 1001 }]])
  expect(await toldTo(world.sql, admin)).toEqual([])
})

it('counts the events of a kind in one unread notification of each admin', async () => {
  const [member, admin] = [await createMember(world, { tokens: 500 }), await createAdmin(world)]
  const pools = [await createPool(world, admin, 10), await createPool(world, admin, 10)]
  // Both at the same time.
  await Promise.all(pools.map(({ benefit }) => tryOrder(member, benefit)))
  const [first, ...others] = await noticesOf(world.sql, admin)
  expect(others).toEqual([])
  expect(first).toMatchObject({ kind: 'pool_low', count: 2, data: { benefit: 'Test Benefit', left: 9 } })
  await admin.client.from('notifications').update({ read_at: 'now' }).eq('id', first?.id).throwOnError()
  const { benefit } = await createPool(world, admin, 10)
  await tryOrder(member, benefit)
  await tryOrder(member, benefit)
  expect(await noticesOf(world.sql, admin)).toMatchObject([
    { id: first?.id, count: 2 },
    { count: 1, benefit_id: benefit.id, read_at: null },
  ])
})

it('keeps to what was chosen: nothing of a group in the app, and never less than orders and tokens', async () => {
  const [member, admin] = [await createMember(world, { tokens: 500 }), await createAdmin(world)]
  await choose(admin, 'stock', false, false).throwOnError()
  const { benefit } = await createPool(world, admin, 1)
  await tryOrder(member, benefit)
  expect(await noticesOf(world.sql, admin)).toEqual([])
  for (const kind of ['orders', 'tokens']) {
    expect((await choose(member, kind, false, true)).error?.code).toBe('23514')
  }
})
