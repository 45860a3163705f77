import { expect, it } from 'vitest'
import { createPool, importKeys, tryOrder } from './support/delivery'
import { operate, type Result, undo } from './support/operations'
import { createAdmin, createMember, type Person } from './support/people'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const setAside = (admin: Person, more: Row): Promise<Result> =>
  operate(admin, 'set_keys_aside', { p_dry_run: false, ...more })
const counts = async (admin: Person, p_benefit_id: string) =>
  (await admin.client.rpc('key_counts', { p_benefit_id }).single<Row>().throwOnError()).data
const reasons = ({ skipped }: Result) =>
  Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]))

async function createScene(count: number, tokens = 100) {
  const [admin, mia] = [await createAdmin(world), await createMember(world, { tokens })]
  const { benefit } = await createPool(world, admin, count)
  const ids = async () =>
    (
      await world.sql<{ id: string }>(
        'select id from private.delivery_keys where benefit_id = $1 order by id',
        [benefit.id],
      )
    ).map(({ id }) => Number(id))
  return { admin, mia, benefit, filter: { benefit: benefit.id }, ids }
}

it('puts keys aside that were never handed out, and undo puts them back (D31, D46)', async () => {
  const { admin, mia, benefit, filter, ids } = await createScene(4)
  await tryOrder(mia, benefit)
  const [, second] = await ids()
  await admin.client.rpc('set_key_aside', { p_key_id: second, p_aside: true }).throwOnError()
  const plan = await setAside(admin, { p_filter: filter, p_dry_run: true })
  expect([plan.changed, reasons(plan)]).toEqual([2, { handed_out: 1, already_aside: 1 }])
  expect(await counts(admin, benefit.id)).toMatchObject({ available: 2 })
  const run = await setAside(admin, { p_filter: filter, p_expected: plan })
  expect(run).toMatchObject({ state: 'done', changed: 2, tokens: 0, emails: 0 })
  expect(await counts(admin, benefit.id)).toMatchObject({ available: 0, quarantined: 3, delivered: 1 })
  expect((await tryOrder(mia, benefit)).refusal).toBe('sold_out')
  expect(await undo(admin, run)).toMatchObject({ undone: 2, kept: [] })
  expect(await counts(admin, benefit.id)).toMatchObject({ available: 2, quarantined: 1 })
  expect((await tryOrder(mia, benefit)).refusal).toBeUndefined()
  const secrets = await world.sql(
    `select from private.operation_rows as r join private.delivery_keys as k on k.benefit_id = $2
     where r.operation_id = $1 and strpos(r::text, k.secret) > 0`,
    [run.operation_id, benefit.id],
  )
  expect(secrets).toEqual([])
})

it('puts keys back; undo leaves what was handed out or moved since', async () => {
  const { admin, mia, benefit, filter, ids } = await createScene(3)
  await setAside(admin, { p_filter: filter })
  const p_ids = await ids()
  const run = await setAside(admin, { p_ids: [...p_ids, 9_000_000_000], p_aside: false })
  expect([run.changed, reasons(run)]).toEqual([3, { not_found: 1 }])
  await tryOrder(mia, benefit)
  await admin.client.rpc('set_key_aside', { p_key_id: p_ids[1], p_aside: true }).throwOnError()
  const undone = await undo(admin, run)
  expect(undone.undone).toBe(1)
  expect(undone.kept.map(({ reason }) => reason).toSorted()).toEqual(['changed_since', 'handed_out'])
  expect(await counts(admin, benefit.id)).toMatchObject({ available: 0, delivered: 1, quarantined: 2 })
  expect(
    (await setAside(admin, { p_filter: { ...filter, state: 'delivered' }, p_aside: false })).changed,
  ).toBe(0)
})

it('undoes what was put back to when it was put aside', async () => {
  const { admin, benefit, filter } = await createScene(2)
  await setAside(admin, { p_filter: filter })
  const since = () =>
    world.sql('select id, quarantined_at from private.delivery_keys where benefit_id = $1 order by id', [
      benefit.id,
    ])
  const before = await since()
  const run = await setAside(admin, { p_filter: filter, p_aside: false })
  expect(await since()).not.toEqual(before)
  await undo(admin, run)
  expect(await since()).toEqual(before)
})

it('leaves keys of a batch that is put aside, and filters like the list', async () => {
  const { admin, mia, benefit, filter } = await createScene(2)
  await tryOrder(mia, benefit)
  await world.sql('update private.key_batches set quarantined_at = now() where benefit_id = $1', [benefit.id])
  await importKeys(admin, benefit, 2)
  const plan = async (more: Row, p_aside = true) => {
    const result = await setAside(admin, { p_filter: { ...filter, ...more }, p_aside, p_dry_run: true })
    return [result.changed, reasons(result)]
  }
  expect(await plan({})).toEqual([2, { handed_out: 1, batch_aside: 1 }])
  expect(await plan({}, false)).toEqual([0, { already_available: 2, handed_out: 1, batch_aside: 1 }])
  expect(await plan({ state: 'available' })).toEqual([2, {}])
  expect(await plan({ state: 'quarantined' })).toEqual([0, { batch_aside: 1 }])
  expect(await plan({ state: 'delivered' })).toEqual([0, { handed_out: 1 }])
  const { data } = await admin.client.rpc('search_keys', { p_benefit_id: benefit.id, p_state: 'available' })
  const tail = String(data?.[0].mask).slice(-4)
  expect(await plan({ search: tail, state: 'available' })).toEqual([1, {}])
  expect((await plan({ search: mia.name }))[1]).toEqual({ handed_out: 1 })
})
