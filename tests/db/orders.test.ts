import { expect, it } from 'vitest'
import { rpc, scalarOf } from './support/ask'
import { setStatus } from './support/notifications'
import { createActors, type Person } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** An order of a benefit that is delivered by hand, of 10 tokens with a credit of one an hour, `late` by now. */
async function lateOrder(person: Person, late: string) {
  const id = await placeOrder(person, await createBenefit(world))
  const terms =
    'update orders set credit_rate = 1, credit_cap = 10, due_at = now() - $2::interval where id = $1'
  await world.sql(terms, [id, late])
  return id
}

it('counts what it would credit as it credits it (D36, D46)', async () => {
  const { people } = await createActors(world)
  const ids: string[] = []
  for (const owner of [people.owner, people.other])
    for (const late of ['3 hours', '9.5 hours', '20 hours', '1 minute'])
      ids.push(await lateOrder(owner, late))
  const at = new Date()
  const due = await world.sql<{ order_id: string; tokens: number }>(
    'select order_id, tokens from private.preview_late_credits($1, $2) order by order_id',
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
      expect(await scalarOf(world.sql, 'select private.credit_late_order($1, $2)', [order_id, at])).toBe(
        credited,
      )
  expect(await world.sql('select * from private.preview_late_credits($1, $2)', [ids, at])).toEqual([])
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
