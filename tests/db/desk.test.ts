import { expect, it } from 'vitest'
import { createActors, createAdmin, type Person } from './support/people'
import { createBenefit, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

/** The ids that a filter finds of a benefit, in their order; as many as are counted. */
async function find({ client }: Person, benefit: string, filter: Row, p_sort = 'newest'): Promise<string[]> {
  const p_filter = { benefit, ...filter }
  const { data } = await client.rpc('search_orders', { p_filter, p_sort }).throwOnError()
  const { data: counts } = await client.rpc('view_counts', { p_filters: [p_filter, {}] }).throwOnError()
  expect(counts[0]).toBe(data.length)
  return data.map(({ id }: Row) => id)
}

it('filters what waits by due time, admin, benefit and notes, the first due first', async () => {
  const { people } = await createActors(world)
  const [ada, bea] = [people.admin, await createAdmin(world, { name: 'Bea Admin' })]
  const benefit = await createBenefit(world, { price: 1, name: `Desk ${freshCode()}` })
  const place = async (due: string, status = 'pending') => {
    const id = await placeOrder(people.owner, benefit)
    await world.sql(`update orders set due_at = now() + $2::interval, status = $3 where id = $1`, [
      id,
      due,
      status,
    ])
    return id
  }
  const later = await place('7 hours')
  const soon = await place('5 hours', 'processing')
  const late = await place('-1 minute')
  const latest = await place('-2 days', 'processing')
  const done = await place('-3 days', 'delivered')
  const by = (filter: Row, sort?: string) => find(ada, benefit.id, filter, sort)

  expect(await by({ status: 'waiting' }, 'due')).toEqual([latest, late, soon, later])
  expect(await by({ status: 'waiting' })).toEqual([latest, late, soon, later])
  expect(await by({ due: 'late' }, 'due')).toEqual([latest, late])
  expect(await by({ due: 'late', status: 'pending' }, 'due')).toEqual([late])
  expect(await by({ due: 'soon' }, 'due')).toEqual([soon])
  expect(await by({ status: 'overdue' }, 'due')).toEqual([late])
  expect(await by({})).toEqual([done, latest, late, soon, later])

  const assign = (who: Person, ids: string[], p_assign = true) =>
    who.client.rpc('assign_orders', { p_ids: ids, p_assign }).throwOnError()
  expect((await assign(ada, [late, soon, done])).data).toBe(3)
  expect((await assign(bea, [soon, later])).data).toBe(2)
  expect((await assign(bea, [late, latest], false)).data).toBe(1)
  expect((await assign(ada, [done])).data).toBe(0)
  expect(await by({ assigned: 'me' })).toEqual([done])
  expect(await find(bea, benefit.id, { assigned: 'me', status: 'waiting' }, 'due')).toEqual([soon, later])
  expect(await by({ assigned: bea.id })).toEqual([soon, later])
  expect(await by({ assigned: 'nobody', status: 'waiting' }, 'due')).toEqual([latest, late])

  const note = { order_id: late, body: ' Called them. ' }
  await bea.client.from('order_notes').insert(note).throwOnError()
  expect(await by({ noted: true })).toEqual([late])
  const columns = 'id, desk(notes, assignee_id, assignee(name))'
  const { data: shown } = await ada.client
    .from('orders')
    .select(columns)
    .in('id', [late, soon])
    .order('id')
    .throwOnError()
  expect(shown).toEqual(
    [
      { id: late, desk: { notes: 1, assignee_id: null, assignee: null } },
      { id: soon, desk: { notes: 0, assignee_id: bea.id, assignee: { name: 'Bea Admin' } } },
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const { data: notes } = await ada.client
    .from('order_notes')
    .select('body, author(name)')
    .eq('order_id', late)
    .throwOnError()
  expect(notes).toEqual([{ body: 'Called them.', author: { name: 'Bea Admin' } }])
})

it('pages through waiting orders in both directions', async () => {
  const { people, admin } = await createActors(world)
  const benefit = await createBenefit(world, { price: 1, name: `Paged ${freshCode()}` })
  const ids: string[] = []
  for (let n = 0; n < 7; n++) ids.push(await placeOrder(people.owner, benefit))
  await world.sql(
    `update orders set due_at = date_trunc('minute', due_at), status = case when id < $2 then 'processing' else 'pending' end
     where id = any ($1)`,
    [ids, ids[3]],
  )
  for (const [p_sort, column] of [
    ['due', 'due_at'],
    ['newest', 'created_at'],
  ] as const) {
    const whole = await find(people.admin, benefit.id, { status: 'waiting' }, p_sort)
    expect([...whole].sort()).toEqual([...ids].sort())
    for (const p_reverse of [false, true]) {
      const turned: string[] = []
      for (let key: Row = {}; turned.length < 7; ) {
        const call = {
          p_filter: { benefit: benefit.id, status: 'waiting' },
          p_sort,
          p_reverse,
          p_limit: 2,
          ...key,
        }
        const { data } = await admin.rpc('search_orders', call).throwOnError()
        const last = data.at(-1)
        turned.push(...data.map(({ id }: Row) => id))
        key = { p_key_value: last[column], p_key_id: last.id }
      }
      expect(turned).toEqual(p_reverse ? [...whole].reverse() : whole)
    }
  }
})
