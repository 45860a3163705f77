import { expect, it } from 'vitest'
import { createPool, delivered, report, tryOrder } from './support/delivery'
import { outcome } from './support/outcome'
import { createActors, createMember, type Person } from './support/people'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

async function reportBatch(admin: Person, keys: number, members: number) {
  const { benefit } = await createPool(world, admin, keys)
  const people = await Promise.all(Array.from({ length: members }, () => createMember(world)))
  const orders = await Promise.all(people.map((person) => delivered(person, benefit)))
  return { benefit, people, orders }
}

it('quarantines a batch that three members reported, until an admin decides (D34)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit, people: members, orders } = await reportBatch(people.admin, 10, 3)
  await Promise.all(members.map((member, i) => report(member, orders[i] ?? '')))
  expect((await tryOrder(people.owner, benefit)).refusal).toBe('sold_out')
  const held = async () =>
    (await admin.rpc('suspect_batches').throwOnError()).data.filter(
      (batch: Row) => batch.benefit_id === benefit.id,
    )
  const [left] = await world.sql<{ id: string }>(
    `select k.id from private.delivery_keys as k join private.available_keys as a on a.key_id = k.id
     where k.benefit_id = $1 limit 1`,
    [benefit.id],
  )
  const restored = await admin.rpc('set_key_aside', { p_key_id: left?.id, p_aside: false }).throwOnError()
  expect(restored.data).toBe('quarantined')
  // None of the reports is open: all were answered with another key.
  const told = await world.sql(
    `select count from notifications where user_id = $1 and kind = 'reports_open' and benefit_id = $2`,
    [people.admin.id, benefit.id],
  )
  expect(told).toEqual([{ count: 1 }])
  const [batch] = await held()
  expect(batch).toMatchObject({ batch: 1, keys: 10, held: 4, other_keys_left: 0 })
  expect(
    (await admin.rpc('search_keys', { p_benefit_id: benefit.id, p_state: 'quarantined' })).data,
  ).toHaveLength(7)
  await admin.rpc('decide_batch', { p_batch_id: batch.id, p_release: true }).throwOnError()
  expect(outcome(await admin.rpc('decide_batch', { p_batch_id: batch.id, p_release: true }))).toBe(
    'report_closed',
  )
  // Only later reports count.
  expect(await report(people.owner, await delivered(people.owner, benefit))).toBe('replaced')
  expect(await held()).toEqual([])
})

it('stays released when a report and the decision meet (D34)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit, people: members, orders } = await reportBatch(people.admin, 10, 4)
  const [last = people.owner] = members.slice(3)
  for (const [i, member] of members.slice(0, 3).entries()) await report(member, orders[i] ?? '')
  const held = async () =>
    (await admin.rpc('suspect_batches').throwOnError()).data.find((one: Row) => one.benefit_id === benefit.id)
  const p_batch_id = (await held()).id
  const [outcome] = await Promise.all([
    report(last, orders[3] ?? ''),
    admin.rpc('decide_batch', { p_batch_id, p_release: true }).throwOnError(),
  ])
  // Before the decision the pool is held, so the report waits for an admin.
  expect(['replaced', 'open']).toContain(outcome)
  expect(await held()).toBeUndefined()
  expect((await tryOrder(people.owner, benefit)).refusal).toBeUndefined()
})

it('quarantines each key of a batch that an admin gives up (D34)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit, people: members, orders } = await reportBatch(people.admin, 10, 3)
  for (const [i, member] of members.entries()) await report(member, orders[i] ?? '')
  const [batch] = await world.sql<{ id: string }>(
    'select id from private.key_batches where benefit_id = $1',
    [benefit.id],
  )
  await admin.rpc('decide_batch', { p_batch_id: batch?.id, p_release: false }).throwOnError()
  expect((await tryOrder(people.owner, benefit)).refusal).toBe('sold_out')
})
