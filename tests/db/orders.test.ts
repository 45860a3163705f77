import { expect, it } from 'vitest'
import { scalarOf } from './support/ask'
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
