import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { tryOrder } from '../support/delivery'
import { outcome } from '../support/outcome'
import { createActors, createMember } from '../support/people'
import { balanceOf, createBenefit, orderPayload } from '../support/rows'
import type { World } from '../support/world'

/** D3: an order placed while the price is being changed waits; it is refused with the new price, and charges nothing. */
export async function waitsForRepricing(world: World, stock: number | null = null): Promise<void> {
  const { people, owner } = await createActors(world)
  const benefit = await createBenefit(world, { price: 10 })
  await world.sql('update benefits set stock = $2 where id = $1', [benefit.id, stock])
  const place = (price: number) =>
    owner
      .from('orders')
      .insert(orderPayload(people.owner, { ...benefit, token_value: price }))
      .select('id')
  let placed: Promise<unknown> | undefined
  await world.commits(async (sql) => {
    await sql('update benefits set token_value = 12 where id = $1', [benefit.id])
    const [session] = await sql('select pg_backend_pid() as pid')
    let answered = false
    placed = Promise.resolve(place(10)).then(({ error }) => {
      answered = true
      return error
    })
    const waiting = 'select from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))'
    // Not expect.poll, which works in a test only: mutants are proven without one.
    while (!answered && (await world.sql(waiting, [session?.pid])).length === 0) await setTimeout(20)
  })
  expect(await placed).toMatchObject({ code: 'PT409', message: 'price_changed', details: '12' })
  expect(await balanceOf(world, people.owner.id)).toBe(100)
  expect(outcome(await place(12))).toBe(1)
  expect(await balanceOf(world, people.owner.id)).toBe(88)
}

/** The same for a benefit with a stock, which an order locks late. */
export const waitsForRepricingWithStock = (world: World) => waitsForRepricing(world, 5)

/** D38: of several tabs of a member, one reaches the limit. */
export async function oneTabReachesTheLimit(world: World): Promise<void> {
  const benefit = await createBenefit(world, { price: 1 })
  await world.sql('update benefits set per_member_limit = 1 where id = $1', [benefit.id])
  const member = await createMember(world)
  let placed: Promise<Awaited<ReturnType<typeof tryOrder>>[]> | undefined
  await world.commits(async (sql) => {
    // They meet behind the balance, unless they wait for each other before.
    await sql('select from profiles where id = $1 for no key update', [member.id])
    placed = Promise.all(Array.from({ length: 3 }, () => tryOrder(member, benefit)))
    const waiting = `select count(*)::int as orders from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 and query like '%orders%'`
    while (Number((await world.sql(waiting))[0]?.orders) < 3) await setTimeout(20)
  })
  expect((await placed)?.filter(({ refusal }) => refusal === 'limit_reached')).toHaveLength(2)
  expect(await balanceOf(world, member.id)).toBe(24)
}
