import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { keysOfMarks, roundedNumbers, spreadsheetErrors } from '../support/spreadsheet-flaws'
import { columnOf, rpc, scalarOf } from './support/ask'
import {
  createPool,
  freshKey,
  importKeys,
  type Pool,
  saveBenefit,
  tryImport,
  tryOrder,
} from './support/delivery'
import { callOperation, type Result, settle, undo } from './support/operations'
import { createActors, createAdmin, createMember, type Person } from './support/people'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const keyIds = async ({ benefit }: Pick<Pool, 'benefit'>) =>
  (
    await columnOf(world.sql, 'select id from private.delivery_keys where benefit_id = $1 order by id', [
      benefit.id,
    ])
  ).map(Number)
const setAside = (admin: Person, p_key_id: number | undefined, p_aside: boolean) =>
  rpc(admin, 'set_key_aside', { p_key_id, p_aside })
const setMany = (admin: Person, more: Row): Promise<Result> =>
  callOperation(admin, 'set_keys_aside', { p_dry_run: false, ...more })
const counts = async (admin: Person, { id }: { id: string }): Promise<Row> =>
  (await rpc(admin, 'key_counts', { p_benefit_id: id }))[0]
const reasons = ({ skipped }: Result) =>
  Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]))

it('lists the problems of an import by line, and adds the rest once (D31)', async () => {
  const admin = await createAdmin(world)
  const { benefit, keys } = await createPool(world, admin)
  const fresh = freshKey()
  const lines: [key: string, problem?: string, first_line?: number][] = [
    [fresh],
    ['', 'empty'],
    ['abc', 'too_short'],
    ['with a space', 'unprintable'],
    [keys[0] ?? '', 'duplicate_key'],
    [fresh, 'duplicate_line', 1],
    ['x'.repeat(201), 'too_long'],
    ['x'.repeat(200)],
    ['four'],
    [`  ${freshKey()}  `],
    ['tab\u200b-key', 'unprintable'],
  ]
  const problems = lines.flatMap(([, problem, first_line = null], at) =>
    problem ? [{ line: at + 1, problem, first_line }] : [],
  )
  const call = { p_benefit_id: benefit.id, p_keys: lines.map(([key]) => key) }
  const expected = { batch: 2, added: 4, problems }
  expect(await tryImport(admin.client, call)).toEqual(expected)
  expect(await tryImport(admin.client, { ...call, p_dry_run: false })).toEqual(expected)
  expect(await tryImport(admin.client, call)).toMatchObject({ batch: 3, added: 0 })
  const none = { delivered: 0, quarantined: 0, delivered_in_30_days: 0 }
  expect(await counts(admin, benefit)).toEqual({ available: 5, ...none })
  const p_id = await scalarOf(world.sql, 'select max(id::text) from private.key_imports')
  expect(await rpc(await createAdmin(world), 'key_import', { p_id })).toEqual([])
})

it('refuses what a spreadsheet has left in place of a key (D59)', async () => {
  const admin = await createAdmin(world)
  const { benefit } = await createPool(world, admin)
  const keys = [freshKey(), ...keysOfMarks, `1.5E3-${freshKey()}`]
  const call = { p_benefit_id: benefit.id, p_keys: [...spreadsheetErrors, ...roundedNumbers, ...keys] }
  const found = await tryImport(admin.client, call)
  expect(found).toMatchObject({ added: keys.length })
  expect((found as { problems: Row[] }).problems.map(({ problem }) => problem)).toEqual([
    ...spreadsheetErrors.map(() => 'spreadsheet_error'),
    ...roundedNumbers.map(() => 'rounded_number'),
  ])
})

it('adds no key that another benefit has or has delivered, but one that a deleted benefit has left (D31)', async () => {
  const { people, admin } = await createActors(world)
  const [one, two] = [await createPool(world, people.admin, 2), await createPool(world, people.admin, 0)]
  const problems = () => tryImport(admin, { p_benefit_id: two.benefit.id, p_keys: one.keys })
  const duplicate = (line: number) => ({ line, problem: 'duplicate_key', first_line: null })
  expect(await problems()).toMatchObject({ problems: [duplicate(1), duplicate(2)] })
  await tryOrder(people.owner, one.benefit)
  await admin.from('benefits').delete().eq('id', one.benefit.id).throwOnError()
  expect(await problems()).toMatchObject({ problems: [duplicate(1)] })
})

async function createScene(count: number) {
  const [admin, mia] = [await createAdmin(world), await createMember(world, { tokens: 100 })]
  const { benefit } = await createPool(world, admin, count)
  return { admin, mia, benefit, p_filter: { benefit: benefit.id } }
}

it('puts keys aside that were never handed out, and undo puts them back (D31, D46)', async () => {
  const { admin, mia, benefit, p_filter } = await createScene(4)
  await tryOrder(mia, benefit)
  expect(await setAside(admin, (await keyIds({ benefit }))[1], true)).toBe('quarantined')
  const plan = await setMany(admin, { p_filter, p_dry_run: true })
  expect([plan.changed, reasons(plan)]).toEqual([2, { handed_out: 1, already_aside: 1 }])
  expect(await counts(admin, benefit)).toMatchObject({ available: 2 })
  const run = await setMany(admin, { p_filter, p_expected: plan })
  expect(run).toMatchObject({ state: 'done', changed: 2, tokens: 0, emails: 0 })
  expect(await counts(admin, benefit)).toMatchObject({ available: 0, quarantined: 3, delivered: 1 })
  expect((await tryOrder(mia, benefit)).refusal).toBe('sold_out')
  expect(await undo(admin, run)).toMatchObject({ undone: 2, kept: [] })
  expect(await counts(admin, benefit)).toMatchObject({ available: 2, quarantined: 1 })
  expect((await tryOrder(mia, benefit)).refusal).toBeUndefined()
  const secrets = `select from private.operation_rows as r join private.delivery_keys as k on k.benefit_id = $2
    where r.operation_id = $1 and strpos(r::text, k.secret) > 0`
  expect(await world.sql(secrets, [run.operation_id, benefit.id])).toEqual([])
})

it('puts keys back; undo leaves what was handed out or moved since, and the time of the rest (D31, D46)', async () => {
  const { admin, mia, benefit, p_filter } = await createScene(3)
  await setMany(admin, { p_filter })
  const since = 'select quarantined_at::text from private.delivery_keys where benefit_id = $1 order by id'
  const times = () => columnOf(world.sql, since, [benefit.id])
  const before = await times()
  const p_ids = await keyIds({ benefit })
  const run = await setMany(admin, { p_ids: [...p_ids, 9_000_000_000], p_aside: false })
  expect([run.changed, reasons(run), await times()]).toEqual([3, { not_found: 1 }, [null, null, null]])
  await tryOrder(mia, benefit)
  await setAside(admin, p_ids[1], true)
  const undone = await undo(admin, run)
  expect(undone.undone).toBe(1)
  expect(undone.kept.map(({ reason }) => reason).toSorted()).toEqual(['changed_since', 'handed_out'])
  expect(await counts(admin, benefit)).toMatchObject({ available: 0, delivered: 1, quarantined: 2 })
  expect((await times())[2]).toBe(before[2])
  const delivered = { p_filter: { ...p_filter, state: 'delivered' }, p_aside: false }
  expect(await setMany(admin, delivered)).toMatchObject({ changed: 0 })
})

it('leaves keys of a batch that is put aside, and filters like the list (D34, D46)', async () => {
  const { admin, mia, benefit, p_filter } = await createScene(2)
  await tryOrder(mia, benefit)
  await world.sql('update private.key_batches set quarantined_at = now() where benefit_id = $1', [benefit.id])
  const [, key = ''] = await importKeys(admin, benefit, 2)
  for (const [filter, p_aside, changed, skipped] of [
    [{}, true, 2, { handed_out: 1, batch_aside: 1 }],
    [{}, false, 0, { already_available: 2, handed_out: 1, batch_aside: 1 }],
    [{ state: 'available' }, true, 2, {}],
    [{ state: 'quarantined' }, true, 0, { batch_aside: 1 }],
    [{ state: 'delivered' }, true, 0, { handed_out: 1 }],
    [{ search: key.slice(-4), state: 'available' }, true, 1, {}],
    [{ search: mia.name, state: 'delivered' }, true, 0, { handed_out: 1 }],
  ] as const) {
    const plan = await setMany(admin, { p_filter: { ...p_filter, ...filter }, p_aside, p_dry_run: true })
    expect([filter, plan.changed, reasons(plan)]).toEqual([filter, changed, skipped])
  }
})

it('warns each time when few keys are left, of an operation once it can no longer be undone (D31, D46)', async () => {
  const { admin, benefit, p_filter } = await createScene(2)
  await saveBenefit(admin, benefit.id, { low_stock: 1 })
  // Who causes a shortage is not told of it.
  const other = await createAdmin(world)
  const sent = `select from private.outbox where kind = 'pool_low' and cause_id = $1 and recipient_id = $2`
  const warnings = async () => (await world.sql(sent, [benefit.id, other.id])).length
  const ids = await keyIds({ benefit })
  const runDue = () => world.sql('select private.run_due()')
  for (const [id, warned] of [
    [ids[0], 0],
    [ids[1], 1],
    [ids[1], 1],
  ] as const) {
    await setAside(admin, id, true)
    expect(await warnings()).toBe(warned)
  }
  await importKeys(admin, benefit, 2)
  await setMany(admin, { p_filter, p_aside: true })
  await runDue()
  expect(await warnings()).toBe(1)
  await settle(world.sql)
  for (let run = 0; run < 2; run++) await runDue()
  expect(await warnings()).toBe(2)
  await setMany(admin, { p_filter, p_aside: false })
  await settle(world.sql)
  for (const id of await keyIds({ benefit })) await setAside(admin, id, true)
  expect(await warnings()).toBe(3)
})

/** What docs/deploy.md runs after restoring a backup. */
const section = readFileSync('docs/deploy.md', 'utf8').split('## Restoring a backup')[1] ?? ''
const statements = section.match(/^ {7}(?!--).*$/gm)?.join('\n') ?? ''

it('takes keys, order numbers and emails that were sent after a restored backup out of use, as docs/deploy.md says', async () => {
  const admin = await createAdmin(world)
  const { benefit, keys: held } = await createPool(world, admin, 2)
  const keys = await importKeys(admin, benefit, 5)
  await world.undone(async (sql) => {
    // Orders take none of its keys, although they are the oldest.
    const of = [benefit.id]
    await sql(
      'update private.key_batches set quarantined_at = now() where benefit_id = $1 and number = 1',
      of,
    )
    const numberAfter = async () =>
      Number(String(await scalarOf(sql, 'select private.next_order_number()')).slice(4))
    const last = (await numberAfter()) + 7
    const waiting = `insert into private.outbox (id, kind, recipient_id) values (gen_random_uuid(), 'order_placed', $1)`
    await sql(waiting, [admin.id])
    await sql('update benefits set name = $2 where id = $1', [benefit.id, `Restored ${benefit.id}`])
    const run = statements
      .replace("'Lantern Research'", `'Restored ${benefit.id}'`)
      .replace('limit 12', 'limit 2')
      .replaceAll('4210', String(last))
    expect(run).not.toContain('Lantern')
    await sql(run)
    const usable =
      'select secret from private.delivery_keys where benefit_id = $1 and quarantined_at is null order by id'
    expect(await columnOf(sql, usable, of)).toEqual([...held, ...keys.slice(2)])
    const available = 'select key_id from private.available_keys where benefit_id = $1'
    expect(await columnOf(sql, available, of)).toHaveLength(5)
    expect(await numberAfter()).toBe(last + 1)
    expect(await sql('select from private.outbox where outcome is null')).toEqual([])
    expect(await sql('select * from private.reconcile()')).toEqual([])
  })
})
