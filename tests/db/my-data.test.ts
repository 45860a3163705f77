import { expect, it } from 'vitest'
import { dataParts } from '../../src/entities/privacy/parts'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { personalColumns } from './support/personal-columns'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const parts = Object.keys(dataParts)

async function part({ client }: Person, p_part: string, p_after = 0) {
  const { data } = await client.rpc('my_data', { p_part, p_after }).throwOnError()
  return data as Record<string, unknown>[]
}

// Ids, and what people type or are sent; and whatever references a person or a login.
const personal = `
  select format('%s.%s.%s', c.table_schema, c.table_name, c.column_name) as name
  from information_schema.columns as c
  join information_schema.tables as t using (table_schema, table_name)
  where c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE' and (c.data_type = 'uuid'
    or c.data_type = 'jsonb' or c.data_type = 'text' and c.column_name ~ '(name|email|phone|address|mailbox|caller|person|member|body|message|reason$|answer_text|content|instructions|_reason|user|row_id)')
  union
  select format('%s.%s.%s', n.nspname, r.relname, a.attname)
  from pg_constraint as k
  join pg_class as r on r.oid = k.conrelid join pg_namespace as n on n.oid = r.relnamespace
  join pg_attribute as a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
  where k.contype = 'f' and k.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)
    and n.nspname in ('public', 'private', 'auth')`

it('knows of every column that can refer to a person, where it is in their data or why it is not', async () => {
  const found = (await world.sql<{ name: string }>(personal)).map(({ name }) => name)
  expect(found.filter((name) => !(name in personalColumns))).toEqual([])
  const all = (
    await world.sql<{ name: string }>(
      `select format('%s.%s.%s', table_schema, table_name, column_name) as name from information_schema.columns`,
    )
  ).map(({ name }) => name)
  expect(Object.keys(personalColumns).filter((name) => !all.includes(name))).toEqual([])
})

it('returns each of these tables in its documented part of my_data()', async () => {
  for (const [name, where] of Object.entries(personalColumns)) {
    if (!parts.includes(where)) continue
    const [row] = await world.sql<{ query: string }>('select private.my_data_query($1) as query', [where])
    const table = name.split('.').slice(0, 2).join('.')
    expect([name, row?.query.includes(table), row?.query.includes('$1')]).toEqual([name, true, true])
  }
})

it('returns every part to the person alone, and an error for what is none', async () => {
  const person = await createMember(world, { session: true })
  const other = await createMember(world, { session: true })
  for (const name of parts) {
    expect(JSON.stringify(await part(person, name))).not.toContain(other.id)
  }
  expect(await part(person, 'profile')).toMatchObject([{ id: person.id, email: person.email }])
  expect(await part(person, 'sign_ins')).toHaveLength(1)
  const [login] = await part(person, 'login')
  expect(JSON.stringify(login)).not.toMatch(/password|token/)
  expect(outcome(await person.client.rpc('my_data', { p_part: 'users' }))).toBe('unknown_kind')
  expect(outcome(await world.client().rpc('my_data', { p_part: 'profile' }))).toBe('42501')
})

it('holds the invitation that the person came with, unless it was sent to somebody else', async () => {
  const inviter = await createAdmin(world)
  const guest = await createMember(world)
  const other = await createMember(world)
  for (const [person, email] of [
    [guest, guest.email],
    [other, 'passed-on@invited.test'],
  ] as const)
    await world.sql(
      `insert into invitations (code_id, source, inviter_id, email, message, sends)
       select id, 'admin', $1, $2, 'Welcome', 1 from invite_codes where used_by = $3`,
      [inviter.id, email, person.id],
    )
  const invited = await part(guest, 'invited_with')
  expect(invited).toMatchObject([{ email: guest.email, message: 'Welcome', sends: 1, opens: 0 }])
  expect(JSON.stringify(invited)).not.toContain(inviter.id)
  expect(await part(other, 'invited_with')).toEqual([])
})

it('holds the extensions of a membership', async () => {
  const admin = await createAdmin(world)
  const person = await createMember(world)
  await world.sql(
    `with o as (insert into operations (kind, actor_id, parameters) values ('membership', $1, '{"months": 3}') returning id)
     insert into private.operation_rows (operation_id, position, row_id, state, before, after, changed_at)
     select id, 1, $2, 'changed', '{"ends_at": "2026-12-01"}', '{"ends_at": "2027-03-01"}', now() from o`,
    [admin.id, person.id],
  )
  expect(await part(person, 'operations')).toMatchObject([
    { kind: 'membership', after: { ends_at: '2027-03-01' }, undone_at: null },
  ])
})

it('names a delivery that was not opened yet and leaves it unread, and holds the content of an opened one', async () => {
  const person = await createMember(world, { tokens: 100 })
  const admin = await createAdmin(world)
  const benefit = await createBenefit(world)
  await world.sql(`update benefits set delivery_method = 'link' where id = $1`, [benefit.id])
  await world.sql(
    `insert into private.benefit_delivery (benefit_id, link) values ($1, 'https://secret.test/x')
    on conflict (benefit_id) do update set link = excluded.link`,
    [benefit.id],
  )
  const id = await placeOrder(person, benefit)
  expect(await part(person, 'deliveries')).toMatchObject([
    { order_id: id, kind: 'link', content: null, read_at: null },
  ])
  expect(await world.sql('select read_at from private.deliveries where order_id = $1', [id])).toEqual([
    { read_at: null },
  ])
  expect(await part(admin, 'deliveries')).toEqual([])
  await person.client.rpc('open_delivery', { p_order_id: id }).throwOnError()
  expect(await part(person, 'deliveries')).toMatchObject([{ content: 'https://secret.test/x' }])
  expect(await part(admin, 'deliveries')).toEqual([])
})

it('returns long parts a thousand rows at a time, complete', async () => {
  const person = await createMember(world)
  await world.sql(
    `select private.post_tokens($1, 'purchase', 1, 'Test tokens') from generate_series(1, 1200)`,
    [person.id],
  )
  const [first, second] = [await part(person, 'token_entries'), await part(person, 'token_entries', 1000)]
  expect([first.length, second.length]).toEqual([1000, 201])
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(1201)
  expect((await person.client.rpc('my_data_counts').single().throwOnError()).data).toMatchObject({
    entries: 1201,
    orders: 0,
  })
})
