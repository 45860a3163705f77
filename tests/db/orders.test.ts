import { expect, it } from 'vitest'
import { columnOf, remove, rpc, scalarOf } from './support/ask'
import { setStatus } from './support/notifications'
import { outcome } from './support/outcome'
import { createActors, type Person } from './support/people'
import { balanceOf, createBenefit, orderPayload, placeOrder, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

it('responds to a retry with a conflict even after the price, the benefit or the balance changed (D3)', async () => {
  const { people, owner, other } = await createActors(world)
  const benefit = await createBenefit(world, { price: 60 })
  const payload = orderPayload(people.owner, benefit)
  const insert = async (client = owner, user_id = people.owner.id) =>
    outcome(await client.from('orders').insert({ ...payload, user_id }))
  expect([await insert(), await insert()]).toEqual([0, '23505'])
  await world.sql('update benefits set token_value = 70, is_active = false where id = $1', [benefit.id])
  expect([await insert(), await insert(other, people.other.id)]).toEqual(['23505', '23505'])
  expect(await balanceOf(world, people.owner.id)).toBe(40)
  expect(await balanceOf(world, people.other.id)).toBe(100)
})

it('begins with ORD-000001 and continues after 999999 (D8)', () =>
  world.undone(async (sql) => {
    const next = () => scalarOf(sql, 'select private.next_order_number()')
    await sql('alter sequence private.order_numbers restart')
    expect(await next()).toBe('ORD-000001')
    await sql('alter sequence private.order_numbers restart 999999')
    expect([await next(), await next()]).toEqual(['ORD-999999', 'ORD-1000000'])
  }))

it('refunds what the order cost, without snapshot nothing, after its benefit is gone all, and no deleted person (D6, D8, D12, D13)', async () => {
  const { people, owner } = await createActors(world)
  const { admin } = people
  const sql = `insert into orders (user_id, redemption_email) values ($1, 'old@example.test') returning id`
  await setStatus(admin, String(await scalarOf(world.sql, sql, [people.owner.id])), 'cancelled')
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  const benefit = await createBenefit(world, { price: 30, name: 'Short Lived' })
  const [kept, left] = [await placeOrder(people.owner, benefit), await placeOrder(people.other, benefit)]
  await admin.client.from('benefits').delete().eq('id', benefit.id).throwOnError()
  const columns = 'benefit_id, benefit_name, benefit_token_value'
  const { data } = await owner.from('orders').select(columns).eq('id', kept).single()
  expect(data).toEqual({ benefit_id: null, benefit_name: 'Short Lived', benefit_token_value: 30 })
  await setStatus(admin, kept, 'cancelled')
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  await remove(admin, people.other)
  await setStatus(admin, left, 'cancelled')
  const amounts = 'select amount from token_transactions where order_id = $1'
  expect(await columnOf<number>(world.sql, amounts, [left])).toEqual([-30])
})

it('says who cancelled an order (D29, D35)', async () => {
  const { people } = await createActors(world)
  const p_order_id = await placeOrder(people.owner, await createBenefit(world, { price: 30 }))
  await rpc(people.owner, 'cancel_my_order', { p_order_id })
  await setStatus(people.admin, p_order_id, 'processing')
  const moved = (actor: string, from: string, to: string) =>
    expect.objectContaining({ event: 'status', actor, detail: { from, to } })
  const events = await rpc(people.owner, 'order_events', { p_order_id })
  expect(events).toContainEqual(moved('you', 'pending', 'cancelled'))
  expect(events).toContainEqual(moved('Ada Admin', 'cancelled', 'processing'))
  expect(await rpc(people.admin, 'order_history', { p_order_id })).toMatchObject([
    { actor_name: 'Olga Owner', from_status: 'pending', to_status: 'cancelled' },
    { actor_name: 'Ada Admin', from_status: 'cancelled', to_status: 'processing' },
  ])
})

type Terms = { price?: number; rate?: number; cap?: number; late?: string }

/** An order of a benefit that is delivered by hand, placed on these terms and `late` by now. */
async function lateOrder(person: Person, { price = 30, rate = 1, cap = 10, late = '3.5 hours' }: Terms = {}) {
  const id = await placeOrder(person, await createBenefit(world, { price, name: 'Slow Benefit' }))
  const terms =
    'update orders set credit_rate = $2, credit_cap = $3, due_at = now() - $4::interval where id = $1'
  await world.sql(terms, [id, rate, cap, late])
  return id
}

const creditsOf = (id: string) =>
  world.sql(
    `select amount, description, reason, actor_id from token_transactions where order_id = $1 and transaction_type = 'adjustment'`,
    [id],
  )

it('credits each full hour of delay once, up to cap and price, however the status moves afterwards, and says so once (D36)', async () => {
  const { owner, admin } = (await createActors(world)).people
  const id = await lateOrder(owner)
  await setStatus(admin, id, 'processing')
  expect(await creditsOf(id)).toEqual([])
  for (const status of ['delivered', 'pending', 'completed', 'cancelled', 'processing', 'delivered'])
    await setStatus(admin, id, status)
  const texts = { description: 'Late credit: Slow Benefit', reason: 'Late by 3 hours' }
  expect(await creditsOf(id)).toEqual([{ amount: 3, ...texts, actor_id: admin.id }])
  expect(await balanceOf(world, owner.id)).toBe(100 - 30 + 3)
  const events: Row[] = await rpc(owner, 'order_events', { p_order_id: id })
  expect(events.filter(({ event }) => event === 'credited')).toMatchObject([
    { actor: 'system', detail: { tokens: 3, before: 70, after: 73 } },
  ])
  const told = `select data from notifications where order_id = $1 and kind = 'tokens_adjusted'`
  expect(await columnOf(world.sql, told, [id])).toContainEqual({ tokens: 3, reason: 'Late by 3 hours' })
  for (const [terms, tokens] of [
    [{ rate: 2, late: '1 hour' }, [2]],
    [{ late: '59 minutes' }, []],
    [{ late: '-2 days' }, []],
    [{ rate: 0 }, []],
    [{ cap: 2, late: '3 days' }, [2]],
    [{ price: 1, late: '3 days' }, [1]],
  ] as const) {
    const order = await lateOrder(owner, terms)
    await setStatus(admin, order, 'cancelled')
    expect([terms, (await creditsOf(order)).map(({ amount }) => amount)]).toEqual([terms, tokens])
  }
  expect(await reconcile(world)).toEqual([])
})

it('copies rate and cap to the orders that are placed (D36)', async () => {
  const { people, admin, owner } = await createActors(world)
  const terms = async () => {
    const id = await placeOrder(people.owner, await createBenefit(world))
    return (await owner.from('orders').select('credit_rate, credit_cap').eq('id', id).single()).data
  }
  const settings = [
    { key: 'sla_credit_rate', value: '4' },
    { key: 'sla_credit_cap', value: '40' },
  ]
  await admin.from('app_settings').upsert(settings).throwOnError()
  expect(await terms()).toEqual({ credit_rate: 4, credit_cap: 40 })
  await world.sql(`delete from app_settings where key like 'sla%'`)
  expect(await terms()).toEqual({ credit_rate: 0, credit_cap: 0 })
})

it('counts what it would credit as it credits it (D36, D46)', async () => {
  const { people } = await createActors(world)
  const ids: string[] = []
  for (const owner of [people.owner, people.other])
    for (const late of ['3 hours', '9.5 hours', '20 hours', '1 minute'])
      ids.push(await lateOrder(owner, { price: 10, late }))
  const at = new Date()
  const due = await world.sql<{ order_id: string; tokens: number }>(
    'select order_id, tokens from private.credit_due($1, $2) order by order_id',
    [ids, at],
  )
  expect(due.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(40)
  // As an operation closes them, without crediting anything yet.
  await world.commits(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(`update orders set status = 'delivered' where id = any ($1)`, [ids])
  })
  for (const { order_id, tokens } of due)
    for (const credited of [tokens, 0])
      expect(await scalarOf(world.sql, 'select private.credit_order($1, $2)', [order_id, at])).toBe(credited)
  expect(await world.sql('select * from private.credit_due($1, $2)', [ids, at])).toEqual([])
})

it('counts the orders on time, of a benefit and in all (D36)', async () => {
  const { people } = await createActors(world)
  const onTime = async () => (await rpc(people.admin, 'on_time_figures'))[0]
  const benefit = await createBenefit(world, { price: 1, name: 'Timed Benefit' })
  const before = await onTime()
  const late = (id: string) => world.sql('update orders set due_at = now() where id = $1', [id])
  for (const [begins, ...statuses] of [
    ['late', 'delivered'],
    // Delivered late again, and on time the first time.
    ['', 'completed', 'processing', 'late', 'delivered'],
    ['', 'delivered'],
    ['late', 'cancelled'],
    ['late'],
    [''],
    ['', 'delivered', 'cancelled'],
  ]) {
    const id = await placeOrder(people.owner, benefit)
    for (const step of [begins, ...statuses].filter((one) => one))
      await (step === 'late' ? late(id) : setStatus(people.admin, id, String(step)))
  }
  const figures = { orders: 5, due: 5, on_time: 3, delivered: 4 }
  expect(await rpc(people.admin, 'delivery_figures', { p_benefit_id: benefit.id })).toMatchObject([figures])
  expect(await onTime()).toEqual({ due: before.due + 5, on_time: before.on_time + 3 })
})
