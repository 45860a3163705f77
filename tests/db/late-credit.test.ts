import { expect, it } from 'vitest'
import { outcome } from './support/outcome'
import { type Actors, createActors, type Person } from './support/people'
import { balanceOf, createBenefit, placeOrder, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

type Terms = { price?: number; rate?: number; cap?: number; late?: string }

/** An order of a benefit that is delivered by hand, placed on these terms and `late` by now. */
async function lateOrder(person: Person, { price = 30, rate = 1, cap = 10, late = '3.5 hours' }: Terms = {}) {
  const id = await placeOrder(person, await createBenefit(world, { price, name: 'Slow Benefit' }))
  const terms =
    'update orders set credit_rate = $2, credit_cap = $3, due_at = now() - $4::interval where id = $1'
  await world.sql(terms, [id, rate, cap, late])
  return id
}

const setTo = async (client: Actors['admin'], id: string, status: string) =>
  outcome(await client.from('orders').update({ status }).eq('id', id).select('id'))

const onTime = async (client: Actors['admin']) =>
  (await client.rpc('on_time_figures').single<{ due: number; on_time: number }>().throwOnError()).data

const creditsOf = (id: string) =>
  world.sql(
    `select amount, transaction_type, description, reason, actor_id from token_transactions
     where order_id = $1 and transaction_type = 'adjustment'`,
    [id],
  )

it('credits each full hour of delay once, up to cap and price, however the status moves afterwards (D36)', async () => {
  const { people, admin } = await createActors(world)
  const { owner } = people
  const id = await lateOrder(owner)
  await setTo(admin, id, 'processing')
  expect(await creditsOf(id)).toEqual([])
  for (const status of ['delivered', 'pending', 'completed', 'cancelled', 'processing', 'delivered'])
    expect(await setTo(admin, id, status)).toBe(1)
  expect(await creditsOf(id)).toEqual([
    {
      amount: 3,
      transaction_type: 'adjustment',
      description: 'Late credit: Slow Benefit',
      reason: 'Late by 3 hours',
      actor_id: people.admin.id,
    },
  ])
  expect(await balanceOf(world, owner.id)).toBe(100 - 30 + 3)
  for (const [terms, tokens] of [
    [{ rate: 2, late: '1 hour' }, 2],
    [{ late: '59 minutes' }, 0],
    [{ late: '-2 days' }, 0],
    [{ rate: 0 }, 0],
    [{ cap: 2, late: '3 days' }, 2],
    [{ price: 1, late: '3 days' }, 1],
  ] as const) {
    const order = await lateOrder(owner, terms)
    await setTo(admin, order, 'cancelled')
    expect([terms, (await creditsOf(order)).map(({ amount }) => amount)]).toEqual([
      terms,
      tokens > 0 ? [tokens] : [],
    ])
  }
  expect(await reconcile(world)).toEqual([])
})

it('credits a member once when two admins close two orders at the same time', async () => {
  const { people, admin } = await createActors(world)
  const ids = await Promise.all(
    [1, 2, 3].map(() => lateOrder(people.owner, { price: 9, cap: 9, late: '9 hours' })),
  )
  await Promise.all(ids.map((id) => setTo(admin, id, 'delivered')))
  expect(await balanceOf(world, people.owner.id)).toBe(100 - 27 + 20)
})

it('copies rate and cap to the orders that are placed, of benefits that are delivered by hand', async () => {
  const { people, admin, owner } = await createActors(world)
  const terms = async () => {
    const id = await placeOrder(people.owner, await createBenefit(world))
    return (await owner.from('orders').select('credit_rate, credit_cap').eq('id', id).single().throwOnError())
      .data
  }
  const set = (value: string) =>
    admin.from('app_settings').upsert([
      { key: 'sla_credit_rate', value },
      { key: 'sla_credit_cap', value: '40' },
    ])
  const before = await world.sql<Row>(`select key, value from app_settings where key like 'sla%'`)
  for (const wrong of ['-1', '1.5', '1000', 'x', '01', '']) expect(outcome(await set(wrong))).toBe('23514')
  await set('4').throwOnError()
  expect(await terms()).toEqual({ credit_rate: 4, credit_cap: 40 })
  expect(outcome(await owner.from('app_settings').upsert({ key: 'sla_credit_rate', value: '9' }))).toBe(
    '42501',
  )
  await world.sql(`delete from app_settings where key like 'sla%'`)
  expect(await terms()).toEqual({ credit_rate: 0, credit_cap: 0 })
  for (const { key, value } of before)
    await world.sql('insert into app_settings (key, value) values ($1, $2)', [key, value])
})

it('keeps the description of a credit when its admin is deleted (D12)', async () => {
  const { people, admin, other } = await createActors(world)
  const id = await lateOrder(people.owner)
  await world.sql(`update profiles set role = 'admin' where id = $1`, [people.other.id])
  await setTo(other, id, 'delivered')
  await admin.from('profiles').delete().eq('id', people.other.id).throwOnError()
  expect(await creditsOf(id)).toMatchObject([
    { description: 'Late credit: Slow Benefit', reason: 'Late by 3 hours' },
  ])
})

it('shows the member the credit on the order, once', async () => {
  const { people, admin, owner } = await createActors(world)
  const id = await lateOrder(people.owner)
  await setTo(admin, id, 'delivered')
  const { data } = await owner.rpc('order_events', { p_order_id: id }).throwOnError()
  expect(data.filter(({ event }: Row) => event === 'credited')).toMatchObject([
    { actor: 'system', detail: { tokens: 3, before: 70, after: 73 } },
  ])
  expect(data.filter(({ event }: Row) => event === 'refunded')).toEqual([])
  const told = await world.sql(
    `select data from notifications where order_id = $1 and kind = 'tokens_adjusted'`,
    [id],
  )
  expect(told).toEqual([{ data: { tokens: 3, reason: 'Late by 3 hours' } }])
})

it('counts what it would credit as it credits it', async () => {
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
  for (const { order_id, tokens } of due) {
    const credit = 'select private.credit_order($1, $2) as tokens'
    expect(await world.sql(credit, [order_id, at])).toEqual([{ tokens }])
    expect(await world.sql(credit, [order_id, at])).toEqual([{ tokens: 0 }])
  }
  expect(await world.sql('select * from private.credit_due($1, $2)', [ids, at])).toEqual([])
})

it('counts the orders on time, of a benefit and in all, as plain SQL does', async () => {
  const { people, admin } = await createActors(world)
  const benefit = await createBenefit(world, { price: 1, name: 'Timed Benefit' })
  const before = await onTime(admin)
  const moves = [
    'delivered late',
    'completed',
    'delivered',
    'cancelled late',
    'pending late',
    'pending',
    'delivered refunded',
  ] as const
  for (const move of moves) {
    const id = await placeOrder(people.owner, benefit)
    const [status = '', more] = move.split(' ')
    if (more === 'late')
      await world.sql(`update orders set due_at = now() - interval '1 hour' where id = $1`, [id])
    if (status !== 'pending') await setTo(admin, id, status)
    if (more === 'refunded') await setTo(admin, id, 'cancelled')
    // Delivered late again, and on time the first time.
    if (move === 'completed') {
      await setTo(admin, id, 'processing')
      await world.sql(`update orders set due_at = now() where id = $1`, [id])
      await setTo(admin, id, 'delivered')
    }
  }
  const { data: one } = await admin
    .rpc('delivery_figures', { p_benefit_id: benefit.id })
    .single<Row>()
    .throwOnError()
  expect(one).toMatchObject({ orders: 5, due: 5, on_time: 3, delivered: 4 })
  const all = await onTime(admin)
  expect(all).toEqual({ due: before.due + 5, on_time: before.on_time + 3 })
})
