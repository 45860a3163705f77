import { expect, it } from 'vitest'
import {
  createPool,
  delivered,
  importKeys,
  type Pool,
  report,
  saveSettings,
  tryOrder,
} from './support/delivery'
import { operate, settle, undo } from './support/operations'
import { createAdmin, createMember, type Person } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** `other` is an admin too: who causes a shortage is not told of it. */
type Scene = Pool & { admin: Person; other: Person; member: Person; ids: number[] }

/** A pool of keys that has one more than its low mark. */
async function createScene(mark: number): Promise<Scene> {
  const [admin, other] = [await createAdmin(world), await createAdmin(world)]
  const member = await createMember(world, { tokens: 500 })
  const pool = await createPool(world, admin, mark + 1)
  await saveSettings(admin, pool.benefit.id, { p_method: 'key', p_low_stock: mark })
  const rows = await world.sql<{ id: string }>(
    'select id from private.delivery_keys where benefit_id = $1 order by id desc',
    [pool.benefit.id],
  )
  return { ...pool, admin, other, member, ids: rows.map(({ id }) => Number(id)) }
}

/** How many emails said that few keys are left. */
async function warnings({ benefit, other }: Scene): Promise<number> {
  const sql = `select from private.outbox where kind = 'pool_low' and cause_id = $1 and recipient_id = $2`
  return (await world.sql(sql, [benefit.id, other.id])).length
}

async function setAside({ admin, ids }: Scene, at: number, p_aside: boolean) {
  await admin.client.rpc('set_key_aside', { p_key_id: ids[at], p_aside }).throwOnError()
}

/** Three members report one key each, which quarantines the batch. */
async function reportBatch({ benefit }: Scene) {
  for (let n = 0; n < 3; n++) {
    const member = await createMember(world)
    await report(member, await delivered(member, benefit))
  }
}

const decide = async ({ admin, benefit }: Scene, p_release: boolean) => {
  const { data } = await admin.client.rpc('suspect_batches').throwOnError()
  const p_batch_id = data.find((batch: { benefit_id: string }) => batch.benefit_id === benefit.id).id
  await admin.client.rpc('decide_batch', { p_batch_id, p_release }).throwOnError()
}

it('warns once of keys that are put aside one by one, down to the last (D31)', async () => {
  const scene = await createScene(1)
  await setAside(scene, 0, true)
  expect(await warnings(scene)).toBe(0)
  await setAside(scene, 1, true)
  expect(await warnings(scene)).toBe(1)
  await setAside(scene, 1, true)
  expect(await warnings(scene)).toBe(1)
})

it('warns of a batch that is quarantined, also when nothing is left to order (D34)', async () => {
  const scene = await createScene(10)
  await saveSettings(scene.admin, scene.benefit.id, { p_method: 'key', p_low_stock: 2 })
  await reportBatch(scene)
  expect((await tryOrder(scene.member, scene.benefit)).refusal).toBe('sold_out')
  expect(await warnings(scene)).toBe(1)
})

it.each<[string, (scene: Scene) => Promise<unknown>]>([
  ['is restored', (scene) => setAside(scene, 0, false)],
  [
    'is put back with others, once its undo has closed',
    async ({ admin, benefit }) => {
      const p_filter = { benefit: benefit.id }
      await operate(admin, 'set_keys_aside', { p_filter, p_aside: false, p_dry_run: false })
      await settle(world.sql)
    },
  ],
  ['is imported', ({ admin, benefit }) => importKeys(admin, benefit, 2)],
])('warns again after a key %s (D31)', async (_, refill) => {
  const scene = await createScene(1)
  await setAside(scene, 0, true)
  await setAside(scene, 1, true)
  await refill(scene)
  const { data } = await scene.admin.client
    .rpc('key_counts', { p_benefit_id: scene.benefit.id })
    .throwOnError()
  for (let left = data[0].available; left > 0; left--) await tryOrder(scene.member, scene.benefit)
  expect(await warnings(scene)).toBe(2)
})

it('warns again after a batch was released (D34)', async () => {
  const scene = await createScene(6)
  await saveSettings(scene.admin, scene.benefit.id, { p_method: 'key', p_low_stock: 1 })
  await reportBatch(scene)
  await decide(scene, true)
  await tryOrder(scene.member, scene.benefit)
  expect(await warnings(scene)).toBe(2)
})

it('does not warn again when the low mark is lowered to one that is not reached either (D31)', async () => {
  const scene = await createScene(4)
  for (let n = 0; n < 4; n++) await tryOrder(scene.member, scene.benefit)
  await saveSettings(scene.admin, scene.benefit.id, { p_method: 'key', p_low_stock: 3 })
  await tryOrder(scene.member, scene.benefit)
  expect(await warnings(scene)).toBe(1)
})

const runDue = () => world.sql('select private.run_due()')

const putAllAside = ({ admin, benefit }: Scene) =>
  operate(admin, 'set_keys_aside', { p_filter: { benefit: benefit.id }, p_aside: true, p_dry_run: false })

it('warns of keys that an operation puts aside, once, when it can no longer be undone (D31, D46)', async () => {
  const scene = await createScene(1)
  await putAllAside(scene)
  await runDue()
  expect(await warnings(scene)).toBe(0)
  await settle(world.sql)
  for (let run = 0; run < 2; run++) await runDue()
  expect(await warnings(scene)).toBe(1)
})

it('warns again after an undo has brought the keys back (D31, D46)', async () => {
  const scene = await createScene(2)
  const operation = await putAllAside(scene)
  // As an order would that takes a key which was imported since.
  await world.sql('select private.begin_shortage($1)', [scene.benefit.id])
  await undo(scene.admin, operation)
  await runDue()
  for (let left = 3; left > 1; left--) await tryOrder(scene.member, scene.benefit)
  expect(await warnings(scene)).toBe(2)
})

it('warns of the last keys that two orders take at once, with the next run of what is due (D31)', async () => {
  const scene = await createScene(1)
  // As if neither order had seen the other.
  await tryOrder(scene.member, scene.benefit)
  await world.sql('delete from private.available_keys where benefit_id = $1', [scene.benefit.id])
  expect(await warnings(scene)).toBe(0)
  await runDue()
  expect(await warnings(scene)).toBe(1)
})
