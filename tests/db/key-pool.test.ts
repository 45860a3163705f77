import { expect, it } from 'vitest'
import { createPool, freshKey, importKeys, saveSettings, tryImport, tryOrder } from './support/delivery'
import { outcome } from './support/outcome'
import { createActors, createAdmin } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('lists the problems of an import by line, and adds the rest once (D31)', async () => {
  const admin = await createAdmin(world)
  const { benefit, keys } = await createPool(world, admin)
  const fresh = freshKey()
  const lines = [
    fresh,
    '',
    'abc',
    'with a space',
    keys[0] ?? '',
    fresh,
    'x'.repeat(201),
    `  ${freshKey()}  `,
    'tab\u200b-key',
  ]
  const call = { p_benefit_id: benefit.id, p_keys: lines }
  const expected = {
    batch: 2,
    added: 2,
    problems: [
      { line: 2, problem: 'empty', first_line: null },
      { line: 3, problem: 'too_short', first_line: null },
      { line: 4, problem: 'unprintable', first_line: null },
      { line: 5, problem: 'duplicate_key', first_line: null },
      { line: 6, problem: 'duplicate_line', first_line: 1 },
      { line: 7, problem: 'too_long', first_line: null },
      { line: 9, problem: 'unprintable', first_line: null },
    ],
  }
  expect(await tryImport(admin.client, call)).toEqual(expected)
  expect(await tryImport(admin.client, { ...call, p_dry_run: false })).toEqual(expected)
  expect(await tryImport(admin.client, call)).toMatchObject({ batch: 3, added: 0 })
  const { data } = await admin.client.rpc('key_counts', { p_benefit_id: benefit.id })
  expect(data).toEqual([{ available: 3, delivered: 0, quarantined: 0, delivered_in_30_days: 0 }])
})

it('refuses what a spreadsheet has left in place of a key, by its line (D59)', async () => {
  const admin = await createAdmin(world)
  const { benefit } = await createPool(world, admin)
  const errors =
    '#N/A #REF! #BEZUG! #VALUE! #WERT! #NAME? #DIV/0! #NULL! #NUM! #SPILL! #ÜBERLAUF! #¡REF! #¿NOMBRE? #ССЫЛКА! #Н/Д #NV'.split(
      ' ',
    )
  const rounded = ['1.23457E+15', '1,23457e+15', '1E+15', '-2.1E-05']
  const keys = [freshKey(), '#1234-ABCD', '12E45-1', `1.5E3-${freshKey()}`]
  const call = { p_benefit_id: benefit.id, p_keys: [...errors, ...rounded, ...keys] }
  const wrong = (problem: string, from: number) => (_: string, at: number) => ({
    line: from + at,
    problem,
    first_line: null,
  })
  expect(await tryImport(admin.client, call)).toMatchObject({
    added: keys.length,
    problems: [
      ...errors.map(wrong('spreadsheet_error', 1)),
      ...rounded.map(wrong('rounded_number', errors.length + 1)),
    ],
  })
})

it('adds no key that another benefit has or has delivered, but one that a deleted benefit has left (D31)', async () => {
  const { people, admin } = await createActors(world)
  const [one, two] = [await createPool(world, people.admin, 2), await createPool(world, people.admin, 0)]
  const call = { p_benefit_id: two.benefit.id, p_keys: one.keys }
  const duplicate = (line: number) => ({ line, problem: 'duplicate_key', first_line: null })
  const problems = () => tryImport(admin, call)
  expect(await problems()).toMatchObject({ problems: [duplicate(1), duplicate(2)] })
  await tryOrder(people.owner, one.benefit)
  await admin.from('benefits').delete().eq('id', one.benefit.id).throwOnError()
  expect(await problems()).toMatchObject({ problems: [duplicate(1)] })
})

it('finds keys by their last four characters, order, member and state (D31)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin, 3)
  const { id } = await tryOrder(people.owner, benefit)
  const { data: order } = await admin.from('orders').select('order_number').eq('id', id).single()
  const found = async (filter: object) =>
    (await admin.rpc('search_keys', { p_benefit_id: benefit.id, ...filter }).throwOnError()).data.map(
      ({ mask }: { mask: string }) => mask.slice(-4),
    )
  const [first = '', second = '', third = ''] = keys.map((key) => key.slice(-4))
  expect(await found({})).toEqual([third, second, first])
  expect(await found({ p_search: second.toLowerCase() })).toEqual([second])
  expect(await found({ p_search: order?.order_number })).toEqual([first])
  expect(await found({ p_search: 'olga' })).toEqual([first])
  expect(await found({ p_state: 'delivered' })).toEqual([first])
  expect(await found({ p_state: 'available' })).toEqual([third, second])
  expect(await found({ p_search: keys[1] })).toEqual([])
})

it('finds keys by the end that the list shows of them, if it is shorter (D31)', async () => {
  const admin = await createAdmin(world)
  const { benefit } = await createPool(world, admin, 0)
  const p_keys = [
    'Q7',
    'LMNOPQ7Z',
    'ABCDEFGHQ7Z',
    'ABC-EFGH-Q7Z',
    'ABC-EFG-PR',
    'ABCD-EFGH-IJKQ7Z',
    'ABCDE-FGHIJ-KLMNO-PQR',
  ].map((key) => key.padStart(4, 'x'))
  await admin.client.rpc('import_keys', { p_benefit_id: benefit.id, p_keys, p_dry_run: false }).throwOnError()
  const found = async (p_search: string) => {
    const p_filter = { benefit: benefit.id, search: p_search }
    const { data } = await admin.client
      .rpc('search_keys', { p_benefit_id: benefit.id, p_search })
      .throwOnError()
    const planned = await admin.client.rpc('set_keys_aside', { p_filter }).throwOnError()
    expect(planned.data[0].changed).toBe(data.length)
    return data.map(({ mask }: { mask: string }) => mask)
  }
  expect(await found('7')).toEqual(['••••7'])
  expect(await found('7z')).toEqual(['••••7Z', '••••7Z'])
  expect(await found('pr')).toEqual(['••••-PR'])
  expect(await found('q7z')).toEqual(['ABC-••••-Q7Z'])
  expect(await found('pqr')).toEqual(['ABCD-••••-PQR'])
  expect(await found('kq7z')).toEqual(['ABCD-••••-KQ7Z'])
})

it('reveals one key at a time to an admin, thirty an hour, each of them logged (D31)', async () => {
  const admin = await createAdmin(world)
  const { benefit, keys } = await createPool(world, admin)
  const [row] = await world.sql<{ id: string }>(
    'select id from private.delivery_keys where benefit_id = $1',
    [benefit.id],
  )
  const [call, reveal] = [{ p_key_id: row?.id }, () => admin.client.rpc('reveal_key', call)]
  const other = await createAdmin(world)
  const read = async (by = admin) => (await by.client.rpc('revealed_key', call).throwOnError()).data
  expect(await read()).toBeNull()
  await reveal().throwOnError()
  expect([await read(), await read(other)]).toEqual([keys[0], null])
  const logged = await world.sql(
    `select after from private.audit_log where table_name = 'delivery_keys' and row_id = $1`,
    [row?.id],
  )
  expect(logged).toEqual([
    { after: { benefit_id: benefit.id, key: `GLD-••••-${keys[0]?.slice(-4)}`, revealed: true } },
  ])
  await world.sql(
    `insert into private.attempts (kind, caller) select 'reveal_key', $1 from generate_series(1, 29)`,
    [admin.id],
  )
  expect(outcome(await reveal())).toBe('rate_limited')
})

it('quarantines and restores a key, which never leaves its order (D31)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 2)
  await tryOrder(people.owner, benefit)
  const [mine, left] = await world.sql<{ id: string }>(
    'select id from private.delivery_keys where benefit_id = $1 order by id',
    [benefit.id],
  )
  const set = async (key: { id: string } | undefined, p_aside: boolean) =>
    (await admin.rpc('set_key_aside', { p_key_id: key?.id, p_aside }).throwOnError()).data
  expect([await set(mine, true), await set(left, true)]).toEqual(['quarantined', 'quarantined'])
  expect((await tryOrder(people.other, benefit)).refusal).toBe('sold_out')
  expect([await set(mine, false), await set(left, false)]).toEqual(['delivered', 'available'])
  expect((await tryOrder(people.other, benefit)).refusal).toBeUndefined()
})

it('notes once when fewer keys than the threshold are left, until keys are imported', async () => {
  const { people } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 2)
  await saveSettings(people.admin, benefit.id, { p_method: 'key', p_low_stock: 1 })
  const low = async () =>
    (
      await world.sql<{ low: boolean }>(
        'select low_since is not null as low from private.benefit_delivery where benefit_id = $1',
        [benefit.id],
      )
    )[0]?.low
  await tryOrder(people.owner, benefit)
  expect(await low()).toBe(false)
  await tryOrder(people.owner, benefit)
  expect(await low()).toBe(true)
  await importKeys(people.admin, benefit, 1)
  expect(await low()).toBe(false)
})

it('pages through delivered keys past many that were put aside (D31)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit } = await createPool(world, people.admin, 3)
  for (let n = 0; n < 3; n++) await tryOrder(people.owner, benefit)
  await world.sql(
    `update private.delivery_keys set quarantined_at = now()
     where benefit_id = $1 and id > (select min(id) from private.delivery_keys where benefit_id = $1)`,
    [benefit.id],
  )
  const call = { p_benefit_id: benefit.id, p_state: 'delivered', p_limit: 1 }
  expect((await admin.rpc('search_keys', call).throwOnError()).data).toHaveLength(1)
})
