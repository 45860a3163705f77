import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Activity } from '@/entities/activity/activity'
import { deletePerson, rpc, scalarOf } from './support/ask'
import { setStatus } from './support/notifications'
import { createActors, createAdmin, createMember, type Person } from './support/people'
import { createBenefit, freshCode, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** Reads the log as an admin. */
const read = (admin: Person, wanted: object): Promise<Activity[]> => rpc(admin, 'activity', { ...wanted })
const edit = ({ client }: Person, { id }: Person, changes: object) =>
  client.from('profiles').update(changes).eq('id', id).throwOnError()

it('names actor, subject, old and new values of each kind of change, newest first (D29)', async () => {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  const member = await createMember(world, { tokens: 100, name: 'Mo Member' })
  const code = freshCode()
  const order = await placeOrder(member, await createBenefit(world, { price: 12 }))
  const subject = await scalarOf(world.sql, 'select order_number from orders where id = $1', [order])
  const made = { name: 'Set', description: 'x', token_value: 5 }
  const benefits = () => admin.client.from('benefits')
  const { data: set } = await benefits().insert(made).select('id').single().throwOnError()
  await benefits().update({ token_value: 6 }).eq('id', set.id).throwOnError()
  await benefits().delete().eq('id', set.id).throwOnError()
  await setStatus(admin, order, 'cancelled')
  await edit(admin, member, { current_tokens: 90, adjustment_reason: 'Test reason' })
  await admin.client.from('invite_codes').insert({ code }).throwOnError()

  const lines = await read(admin, { p_search: admin.name })
  const adjusted = { current_tokens: 90, adjustment_type: 'adjustment', adjustment_reason: 'Test reason' }
  expect(lines).toMatchObject([
    { table_name: 'invite_codes', action: 'insert', subject: code, before: null, after: { code } },
    { table_name: 'profiles', subject: 'Mo Member', before: { current_tokens: 100 }, after: adjusted },
    { row_id: order, subject, before: { status: 'pending' }, after: { status: 'cancelled' } },
    { table_name: 'benefits', action: 'delete', subject: 'Set', before: { token_value: 6 }, after: null },
    { table_name: 'benefits', action: 'update', subject: 'Set', before: { token_value: 5 } },
    { table_name: 'benefits', action: 'insert', row_id: set.id, subject: 'Set', before: null, after: made },
  ])
  for (const line of lines) expect([line.actor_id, line.actor_name]).toEqual([admin.id, admin.name])
})

it('keeps no personal data of a deleted person in the log (D12)', async () => {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  const [old, renamed, phone] = [randomUUID(), randomUUID(), randomUUID().slice(0, 30)]
  const member = await createMember(world, { name: old })
  const words = [old, renamed, phone, member.email]
  await edit(admin, member, { name: renamed, phone })
  for (const p_search of words) expect(await read(admin, { p_search })).toHaveLength(1)
  await deletePerson(admin, member)
  for (const p_search of words) expect(await read(admin, { p_search })).toEqual([])
  expect(await read(admin, { p_search: admin.name })).toMatchObject([
    { row_id: member.id, action: 'delete', subject: null, before: { current_tokens: 25, role: 'user' } },
    { row_id: member.id, action: 'update', subject: null, before: {}, after: {} },
  ])
  const all = await world.sql('select * from private.audit_log where row_id = $1', [member.id])
  for (const word of words) expect(JSON.stringify(all)).not.toContain(word)
})

it('shows the reason of each adjustment until the person is deleted (D12)', async () => {
  const [admin, member] = [await createAdmin(world), await createMember(world)]
  // The same balance twice: it does not identify the ledger entry.
  for (const [current_tokens, adjustment_reason] of [
    [40, 'Thanks'],
    [30, 'Mistake'],
    [40, 'Mistake undone'],
  ] as const)
    await edit(admin, member, {
      current_tokens,
      adjustment_reason,
      adjustment_type: current_tokens === 40 ? 'purchase' : 'adjustment',
    })
  await edit(admin, member, { phone: '7' })
  const reasons = async () =>
    (await read(admin, { p_table: 'profiles' }))
      .filter(({ row_id, action }) => row_id === member.id && action === 'update')
      .map(({ after }) => (after as { adjustment_reason?: string } | null)?.adjustment_reason)
  expect(await reasons()).toEqual([undefined, 'Mistake undone', 'Mistake', 'Thanks'])
  await deletePerson(admin, member)
  expect(new Set(await reasons())).toEqual(new Set([undefined]))
})

it('pages through each line once, in both directions', async () => {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  await world.sql(
    `insert into private.audit_log (actor_id, table_name, row_id, action)
     select $1, case when n % 9 = 0 then 'invite_codes' else 'benefits' end, gen_random_uuid()::text, 'update' from generate_series(1, 30) as n`,
    [admin.id],
  )
  const p_search = admin.name
  const all = await read(admin, { p_search, p_limit: 1000 })
  expect(all).toHaveLength(30)
  expect(all).toEqual(all.toSorted((a, b) => b.id - a.id))
  for (const p_table of [undefined, 'benefits', 'orders']) {
    const expected = all.filter((line) => !p_table || line.table_name === p_table)
    for (const p_reverse of [false, true]) {
      const lines: Activity[] = []
      for (let page: Activity[] | undefined; page === undefined || page.length === 12; lines.push(...page))
        page = await read(admin, { p_search, p_table, p_key_id: lines.at(-1)?.id, p_reverse, p_limit: 12 })
      expect(lines).toEqual(p_reverse ? expected.toReversed() : expected)
    }
    expect(await rpc(admin, 'count_activity', { p_search, p_table })).toBe(expected.length)
  }
  expect(await read(admin, {})).toHaveLength(26)
})

it('searches actor, subject and values, and matches the term literally', async () => {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  const stamp = randomUUID().slice(0, 8)
  const names = ['50% off', '50_ off', '50\\ off', '"Quoted"', 'Ünïcode'].map((name) => `${stamp} ${name}`)
  const rows = names.map((name) => ({ name, description: `About ${name}`, token_value: 77_123 }))
  await admin.client.from('benefits').insert(rows).throwOnError()
  const find = async (p_search: string, p_table?: string) =>
    (await read(admin, { p_search, p_table, p_limit: 1000 })).map((line) => line.subject)
  for (const name of names) expect(await find(name.toUpperCase())).toEqual([name])
  for (const [term, count, table] of [
    [`${stamp} 50`, 3],
    [`${stamp}%`, 0],
    [admin.name.slice(4), 5],
    ['77123', 5],
    [stamp, 5, 'benefits'],
    [stamp, 0, 'orders'],
  ] as const)
    expect([term, (await find(term, table)).length]).toEqual([term, count])
  for (const p_search of ['', null]) expect(await read(admin, { p_search, p_limit: 3 })).toHaveLength(3)

  const member = await createMember(world, { name: `Mo ${stamp}`, tokens: 100 })
  const order = await placeOrder(member, await createBenefit(world))
  await setStatus(admin, order, 'processing')
  const number = String(await scalarOf(world.sql, 'select order_number from orders where id = $1', [order]))
  expect(await find(number)).toContain(number)
  await edit(admin, member, { current_tokens: 61, adjustment_reason: 'Test reason' })
  expect(await find(`mo ${stamp}`)).toEqual([`Mo ${stamp}`, number])
  expect(await rpc(admin, 'count_activity', { p_search: `mo ${stamp}` })).toBe(2)
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (type = 'image/png') => new Blob([PNG], { type })

it('logs every upload, replacement, move and deletion of a picture, with who did it (D29)', async () => {
  const { people, admin, owner } = await createActors(world)
  for (const bucket of ['benefits', 'branding']) {
    const [first, second] = [`${randomUUID()}.png`, `${randomUUID()}.png`]
    const pictures = admin.storage.from(bucket)
    expect((await pictures.upload(first, picture())).error).toBeNull()
    expect((await pictures.upload(first, picture(), { upsert: true })).error).toBeNull()
    expect((await pictures.update(first, picture('image/webp'))).error).toBeNull()
    expect((await pictures.move(first, second)).error).toBeNull()
    expect((await owner.storage.from(bucket).remove([second])).data ?? []).toEqual([])
    expect((await pictures.remove([second])).data).toHaveLength(1)
    const [from, to] = [`${bucket}/${first}`, `${bucket}/${second}`]
    const lines = `select actor_id, action, subject, before, after from private.audit_log
      where table_name = 'pictures' and row_id = any ($1) order by id`
    const png = { path: from, type: 'image/png', size: PNG.length }
    const webp = { ...png, type: 'image/webp' }
    const by = { actor_id: people.admin.id }
    expect(await world.sql(lines, [[from, to]])).toEqual([
      { ...by, action: 'insert', subject: from, before: null, after: png },
      { ...by, action: 'update', subject: from, before: png, after: png },
      { ...by, action: 'update', subject: from, before: png, after: webp },
      { ...by, action: 'update', subject: to, before: webp, after: { ...webp, path: to } },
      { ...by, action: 'delete', subject: to, before: { ...webp, path: to }, after: null },
    ])
  }
})
