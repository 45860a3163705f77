import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { reconcile } from './support/rows'
import { createWorld, type World } from './support/world'

let backend: Backend
let world: World
beforeAll(async () => {
  backend = await startBackend({ ephemeral: true })
  world = createWorld(backend)
})
afterAll(async () => {
  await world?.close()
  await backend?.stop()
})

it('the demo accounts sign in and see what they should', async () => {
  const counts = { 'admin@guildhall.test': 8, 'member@guildhall.test': 1 }
  for (const [email, profiles] of Object.entries(counts)) {
    const client = world.client()
    const { error } = await client.auth.signInWithPassword({ email, password: 'guildhall-demo' })
    expect(error).toBeNull()
    const { data } = await client.from('profiles').select('name').throwOnError()
    expect(data).toHaveLength(profiles)
  }
  const member = world.sql(
    `select name, current_tokens, role from profiles where email = 'member@guildhall.test'`,
  )
  expect(await member).toEqual([{ name: 'Tamsin Ferreira', current_tokens: 87, role: 'user' }])
})

it('records no mail as sent, because none was: the status of the email service starts as unknown (D23)', async () => {
  const admin = world.client()
  await admin.auth.signInWithPassword({ email: 'admin@guildhall.test', password: 'guildhall-demo' })
  const { data } = await admin.rpc('mail_status').single().throwOnError()
  expect(data).toEqual({ last_mail_at: null })
})

it('every balance, order and code of the demo data is sound, and nothing lies in the future', async () => {
  expect(await reconcile(world)).toEqual([])
  const late = await world.sql(`
    select 'order' as what from orders where greatest(created_at, updated_at) > now() or updated_at < created_at
    union all select 'entry' from token_transactions where created_at > now()
    union all select 'order of entries' from (
      select created_at < lag(created_at) over (partition by account_id order by seq) as back from token_transactions
    ) as entries where back`)
  expect(late).toEqual([])
})

it('it shows every case that the screens have', async () => {
  const [people] = await world.sql(`
    select count(*) filter (where role = 'admin')::int as admins, count(*) filter (where role = 'user')::int as members,
      bool_and(exists (select from token_transactions t where t.user_id = p.id)) as with_history from profiles p`)
  expect(people).toEqual({ admins: 2, members: 6, with_history: true })
  const [orders] = await world.sql(`
    select count(distinct status)::int as statuses, bool_or(status = 'pending' and due_at < now()) as overdue,
      bool_or(order_number is null) as legacy, bool_or(benefit_id is null and benefit_name is not null) as deleted_benefit,
      bool_or(user_id is null) as deleted_user, count(*) between 30 and 60 as many from orders`)
  expect(orders).toEqual({
    statuses: 5,
    overdue: true,
    legacy: true,
    deleted_benefit: true,
    deleted_user: true,
    many: true,
  })
  for (const table of ['redeem_codes', 'invite_codes']) {
    const [codes] = await world.sql(
      `select bool_or(is_used) as used, bool_or(not is_used) as unused from ${table}`,
    )
    expect(codes).toEqual({ used: true, unused: true })
  }
  const named = await world.sql(`
    select code, null as token_value from invite_codes where code like 'WELCOME00_' and not is_used
    union all select code, token_value from redeem_codes where code like 'BONUS%' and not is_used order by code`)
  expect(named.map((row) => [row.code, row.token_value])).toEqual([
    ['BONUS050', 50],
    ['BONUS100', 100],
    ...[1, 2, 3, 4, 5].map((n) => [`WELCOME00${n}`, null]),
  ])
})

it('the log tells a plausible story, in its order, of every kind of change (D29)', async () => {
  const [log] = await world.sql(`
    select bool_and(at <= now()) as past, bool_and(in_order) as in_order, count(distinct table_name)::int as tables,
      count(distinct action)::int as actions, count(distinct actor_id)::int as actors,
      bool_or(after ? 'codes') as batches, bool_or(subject is null and action = 'delete') as erased
    from (select *, at >= lag(at, 1, at) over (order by id) as in_order from private.audit_log) as lines`)
  expect(log).toEqual({
    past: true,
    in_order: true,
    tables: 5,
    actions: 3,
    actors: 2,
    batches: true,
    erased: true,
  })
  const batches = await world.sql(`
    select from redeem_codes where batch_id is not null group by batch_id
    having count(*) > 1 and count(distinct (token_value, note, created_at)) = 1`)
  expect(batches.length).toBeGreaterThan(1)
})

it('tokens came and went in most of the last twelve weeks', async () => {
  const [weeks] = await world.sql(`
    select count(distinct date_trunc('week', created_at)) filter (where amount > 0)::int as issued,
      count(distinct date_trunc('week', created_at)) filter (where amount < 0)::int as spent
    from token_transactions where created_at > now() - interval '12 weeks'`)
  expect(Object.values(weeks ?? {}).every((n) => Number(n) >= 9)).toBe(true)
})

it('it has fourteen benefits, each with its picture', async () => {
  const benefits = await world.sql<{ image_url: string }>(
    'select distinct image_url from benefits where is_active',
  )
  expect(benefits).toHaveLength(14)
  for (const { image_url } of benefits) {
    expect(existsSync(new URL(`../../public${image_url}`, import.meta.url))).toBe(true)
  }
})
