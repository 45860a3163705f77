import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { codeOf } from '../support/authenticator'
import { sqlOutcome, tried } from './support/outcome'
import { createAdmin, createMember, PASSWORD, type Person, tokenFor } from './support/people'
import { createBenefit, createTokenCode, orderPayload, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()

/** Gives a person an authenticator, as auth would have, without its line and email. */
async function giveFactor({ id }: Person, sql: Query = world.sql): Promise<void> {
  await sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'Telephone', 'totp', 'verified', now(), now())`,
    [id],
  )
}

const clientAt = ({ id }: Person, aal: string, claims: object = {}) =>
  world.client(tokenFor(id, 3600, undefined, { aal, ...claims }))

async function createCodes(person: Person): Promise<string[]> {
  const { data, error } = await clientAt(person, 'aal2').rpc('create_recovery_codes')
  if (error) throw error
  return data.map(({ code }: { code: string }) => code)
}

/** From here on, `sql` is a request of this account at this level. */
async function become(sql: Query, sub: string, aal: string, claims: object = {}): Promise<void> {
  await sql(`reset role`)
  await sql(
    `select set_config('request.jwt.claims', $1, true), set_config('storage.operation', 'storage.object.get_authenticated', true)`,
    [JSON.stringify({ sub, aal, role: 'authenticated', ...claims })],
  )
  await sql('set local role authenticated')
}

const require = (sql: Query) =>
  sql(`insert into app_settings (key, value) values ('require_second_factor', '1')`)

/** Calls of every function that signed-in people may call and visitors may not, about `order`. */
async function calls(sql: Query, order: string): Promise<{ name: string; call: string }[]> {
  return sql(
    `select p.proname as name, p.oid::regproc || '(' || (
       select coalesce(string_agg(case format_type(t, null)
           when 'text' then '''token''' when 'uuid' then quote_literal($1) when 'uuid[]' then format('array[%L]', $1) else 'null'
         end || '::' || format_type(t, null), ', ' order by n), '')
       from unnest(p.proargtypes) with ordinality as a (t, n)
     ) || ')' as call
     from pg_proc as p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and not has_function_privilege('anon', p.oid, 'execute') and p.proname not in ('use_recovery_code', 'create_recovery_codes')
       and not exists (select from unnest(p.proargtypes) as t join pg_type as y on y.oid = t where y.typtype = 'c')
     order by 1`,
    [order],
  )
}

/** What an account can do and see at a level: the answer of every function, and how many rows it finds in every table. */
async function rightsOf(sql: Query, order: string, sub: string, aal: string) {
  const functions = await calls(sql, order)
  const tables = await sql<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and (relnamespace = 'public'::regnamespace or oid = 'storage.objects'::regclass) order by 1`,
  )
  await become(sql, sub, aal)
  const found: Record<string, string> = {}
  for (const { name, call } of functions) {
    await sql('savepoint called')
    found[name] = await sql(`select to_json(${call})::text as answer`).then(
      (rows) => JSON.stringify(rows),
      (error) => String(error.message),
    )
    await sql('rollback to savepoint called')
  }
  for (const { name } of tables) {
    const [row] = await sql<{ n: string }>(`select count(*) as n from ${name}`)
    found[name] = row?.n ?? ''
  }
  await sql('reset role')
  return found
}

const changed = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys(one).filter((key) => one[key] !== other[key])

it.each(['user', 'admin'] as const)(
  'leaves an account of a %s with a factor no more rights than a deleted one before it is presented (D54)',
  async (role) => {
    const person = await createMember(world, { tokens: 100, role })
    const order = await placeOrder(person, await createBenefit(world))
    await world.undone(async (sql) => {
      await giveFactor(person, sql)
      await sql(
        `insert into storage.objects (bucket_id, name) values ('deliveries', 'secret.txt'), ('branding', 'logo.png')`,
      )
      const nobody = await rightsOf(sql, order, randomUUID(), 'aal1')
      expect(changed(nobody, await rightsOf(sql, order, person.id, 'aal1'))).toEqual([])
      const presented = changed(nobody, await rightsOf(sql, order, person.id, 'aal2'))
      expect(presented).toEqual(
        expect.arrayContaining(['my_data', 'my_data_counts', 'cancel_my_order', 'orders', 'profiles']),
      )
      expect(presented.length).toBeGreaterThan(role === 'admin' ? 60 : 15)
    })
  },
)

it('refuses every request of such a session with a reason, but what visitors may ask', async () => {
  for (const role of ['user', 'admin'] as const) {
    const person = await createMember(world, { tokens: 100, role })
    const [benefit, code] = [await createBenefit(world), await createTokenCode(world)]
    const order = await placeOrder(person, benefit)
    await giveFactor(person)
    const client = clientAt(person, 'aal1')
    const asked = {
      balance: client.from('profiles').select('current_tokens'),
      history: client.from('token_transactions').select('id'),
      catalogue: client.rpc('browse_benefits'),
      name: client.from('profiles').update({ name: 'Thief' }).eq('id', person.id).select('id'),
      tokens: client
        .from('profiles')
        .update({ current_tokens: 1, adjustment_reason: 'x' })
        .eq('id', person.id)
        .select('id'),
      order: client.from('orders').insert(orderPayload(person, benefit)).select('id'),
      delivery: client.rpc('order_delivery', { p_order_id: order }),
      cancel: client.rpc('cancel_my_order', { p_order_id: order }),
      redeem: client.rpc('redeem_code', { p_code: code.code }),
      invite: client.rpc('send_invitations', { p_rows: [{ email: 'a@b.test' }], p_dry_run: true }),
      archive: client.rpc('my_data', { p_part: 'profile' }),
      deletion: client.rpc('request_deletion'),
      codes: client.rpc('create_recovery_codes'),
      people: client.rpc('search_profiles'),
      reset: client.rpc('reset_second_factor', { p_person: person.id }),
      setting: client.from('app_settings').upsert({ key: 'require_second_factor', value: '0' }),
    }
    for (const [name, request] of Object.entries(asked)) {
      expect([name, (await request).error?.message]).toEqual([name, 'second_factor_required'])
    }
    expect((await client.rpc('launch_spots_left')).error).toBeNull()
    expect((await clientAt(person, 'aal2').from('orders').select('id').eq('id', order)).data).toHaveLength(1)
  }
})

it('gives an admin who lacks a required factor exactly the rights of a member, and one whose factor is approved all (D54)', async () => {
  const [member, admin] = [await createMember(world), await createAdmin(world)]
  const order = await placeOrder(await createMember(world, { tokens: 100 }), await createBenefit(world))
  await world.undone(async (sql) => {
    await sql(
      `insert into notifications (id, user_id, kind)
       select gen_random_uuid(), p, k from unnest($1::uuid[]) as p, unnest(array['tokens_adjusted', 'reports_open']) as k
       where p = $2 or k = 'tokens_adjusted'`,
      [[member.id, admin.id], admin.id],
    )
    // The times of two members differ.
    const untimed = (rights: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(rights).map(([key, text]) => [
          key,
          text.replace(/[0-9a-f-]{36}|\d{4}-[\dT:.+-]+/g, ''),
        ]),
      )
    const rights = async ({ id }: Person, aal = 'aal1') => untimed(await rightsOf(sql, order, id, aal))
    const aMember = await rights(member)
    const anAdmin = await rights(admin)
    expect(changed(aMember, anAdmin).length).toBeGreaterThan(40)
    await require(sql)
    expect(changed(await rights(member), await rights(admin))).toEqual([])
    await giveFactor(admin, sql)
    await giveFactor(member, sql)
    expect(changed(await rights(member, 'aal2'), await rights(admin, 'aal2'))).toEqual([])
    await sql(`select private.owner_approves_second_factor($1)`, [admin.email])
    expect(changed(anAdmin, await rights(admin, 'aal2'))).toEqual(['my_second_factor', 'app_settings'])
  })
})

it('can be required once every admin has a factor, by a session that has presented its own', async () => {
  const [admin, other] = [
    await createAdmin(world, { name: 'Ada Admin' }),
    await createAdmin(world, { name: 'Bo Backup' }),
  ]
  await world.undone(async (sql) => {
    await sql(`update profiles set role = 'user' where role = 'admin' and id <> all ($1)`, [
      [admin.id, other.id],
    ])
    await giveFactor(admin, sql)
    const turn = (value: string) =>
      sql(
        `insert into app_settings (key, value) values ('require_second_factor', $1)
        on conflict (key) do update set value = excluded.value`,
        [value],
      )
    await become(sql, admin.id, 'aal2')
    await sql('savepoint asked')
    await expect(turn('1')).rejects.toMatchObject({
      message: 'admins_lack_second_factor',
      detail: 'Bo Backup',
    })
    await sql('rollback to savepoint asked')
    await sql('reset role')
    await giveFactor(other, sql)
    await become(sql, other.id, 'aal2')
    await turn('1')
    expect(await tried(sql, 'select pending_orders()')).toBe('done')
    await become(sql, admin.id, 'aal2')
    expect(await tried(sql, 'select pending_orders()')).toBe('done')
    await turn('0')
  })
  await world.undone(async (sql) => {
    await become(sql, other.id, 'aal1')
    const setting = `insert into app_settings (key, value) values ('require_second_factor', '0')`
    expect(await tried(sql, setting)).toBe('second_factor_required')
  })
})

it('approves the factor of an admin by another admin only, with the role, and until the last factor is gone', async () => {
  const [admin, other, member] = [
    await createAdmin(world),
    await createAdmin(world),
    await createMember(world),
  ]
  await world.undone(async (sql) => {
    await giveFactor(admin, sql)
    await require(sql)
    await giveFactor(other, sql)
    const isAdmin = async ({ id }: Person) => {
      await become(sql, id, 'aal2')
      const result = await tried(sql, 'select pending_orders()')
      return result === 'done'
    }
    expect([await isAdmin(admin), await isAdmin(other)]).toEqual([true, false])
    const approve = (person: Person) => tried(sql, 'select approve_second_factor($1)', [person.id])
    // As the other admin, whose factor does not count yet.
    expect(await approve(other)).toBe('not_admin')
    expect(await approve(admin)).toBe('not_admin')
    await become(sql, admin.id, 'aal2')
    expect(await approve(admin)).toBe('cannot_approve_own_factor')
    expect(await approve(member)).toBe('profile_not_found')
    const state = () => sql('select * from second_factors_of($1)', [other.id])
    expect(await state()).toEqual([{ authenticators: 1, awaits_approval: true }])
    expect(await approve(other)).toBe('done')
    expect(await state()).toEqual([{ authenticators: 1, awaits_approval: false }])
    expect(await isAdmin(other)).toBe(true)
    await sql('reset role')
    const log = `select actor_id, after from private.audit_log where row_id = $1 order by id desc limit 1`
    expect(await sql(log, [other.id])).toEqual([
      { actor_id: admin.id, after: { second_factor_approved: true } },
    ])

    await sql('delete from auth.mfa_factors where user_id = $1', [other.id])
    await giveFactor(other, sql)
    expect(await isAdmin(other)).toBe(false)
    await sql('reset role')
    await giveFactor(member, sql)
    await sql(`update profiles set role = 'admin' where id = $1`, [member.id])
    expect(await isAdmin(member)).toBe(true)
    await sql('reset role')
    await sql(`update profiles set role = 'user' where id = $1`, [member.id])
    expect(await sql('select from private.approved_factors where user_id = $1', [member.id])).toEqual([])
  })
})

it('lets a recovery code, once, stand in for the lost factor, and keeps codes hashed', async () => {
  const person = await createMember(world, { session: true })
  const log = () =>
    world.sql(
      `select actor_id, before, after from private.audit_log where row_id = $1 order by id desc limit 1`,
      [person.id],
    )
  await giveFactor(person)
  const codes = await createCodes(person)
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/.test(code))).toBe(true)
  expect((await clientAt(person, 'aal2').rpc('my_second_factor')).data).toEqual([
    { required: false, approved: false, recovery_codes: 10 },
  ])
  const stored = await world.sql<{ hash: Buffer }>(
    'select hash from private.recovery_codes where user_id = $1',
    [person.id],
  )
  expect(stored.some(({ hash }) => codes.some((code) => hash.toString().includes(code.slice(0, 4))))).toBe(
    false,
  )

  const { session } = (await person.client.auth.getSession()).data
  const elsewhere = world.client()
  await elsewhere.auth.signInWithPassword({ email: person.email, password: PASSWORD })
  const use = (code: string) => person.client.rpc('use_recovery_code', { p_code: code })
  expect((await use('AAAA-AAAA-AAAA-AAAA')).data).toBe(false)
  expect((await person.client.from('profiles').select('id')).error?.message).toBe('second_factor_required')
  expect((await use(` ${codes[3]!.toLowerCase().replaceAll('-', ' ')}`)).data).toBe(true)
  expect((await person.client.from('profiles').select('id')).data).toHaveLength(1)
  expect(await log()).toEqual([
    {
      actor_id: person.id,
      before: { second_factors: 1, recovery_codes: 10 },
      after: { second_factors: 0, recovery_codes: 9 },
    },
  ])
  // The session that presented it lives on, others end.
  expect(
    (await person.client.auth.refreshSession({ refresh_token: session!.refresh_token })).error,
  ).toBeNull()
  expect((await elsewhere.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  // As when the response was lost.
  expect((await use(codes[3]!)).data).toBe(true)

  await giveFactor(person)
  expect((await clientAt(person, 'aal1').rpc('use_recovery_code', { p_code: codes[3]! })).data).toBe(false)
  await clientAt(person, 'aal2').rpc('create_recovery_codes')
  expect((await clientAt(person, 'aal1').rpc('use_recovery_code', { p_code: codes[4]! })).data).toBe(false)
})

it('limits guesses of recovery codes by session, and creates codes only after a factor', async () => {
  const person = await createMember(world)
  expect((await clientAt(person, 'aal1').rpc('create_recovery_codes')).error?.message).toBe(
    'second_factor_required',
  )
  expect((await clientAt(person, 'aal2').rpc('create_recovery_codes')).error?.message).toBe(
    'second_factor_required',
  )
  await giveFactor(person)
  const codes = await createCodes(person)
  const use = (session_id: string, code: string) =>
    clientAt(person, 'aal1', { session_id }).rpc('use_recovery_code', { p_code: code })
  const [thief, owner] = [randomUUID(), randomUUID()]
  for (let n = 0; n < 10; n++) expect((await use(thief, `WRONG ${n}`)).data).toBe(false)
  expect((await use(thief, codes[0]!)).error?.message).toBe('rate_limited')
  expect((await use(owner, codes[0]!)).data).toBe(true)
})

it('is reset and approved by the owner in SQL, logged and emailed', async () => {
  const person = await createMember(world, { session: true })
  await giveFactor(person)
  await world.commits(async (sql) => {
    await sql(`select private.owner_resets_second_factor($1)`, [` ${person.email.toUpperCase()}`])
  })
  expect((await clientAt(person, 'aal1').from('profiles').select('id')).data).toHaveLength(1)
  expect((await person.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect(
    await world.sql(`select actor_id, before, after from private.audit_log where row_id = $1`, [person.id]),
  ).toContainEqual({ actor_id: null, before: { second_factors: 1 }, after: { second_factors: 0 } })
  const emails = `select kind, private.email_data(o) as data from private.outbox as o where recipient_id = $1`
  expect(await world.sql(emails, [person.id])).toContainEqual({
    kind: 'second_factor_reset',
    data: { name: 'The owner' },
  })
  expect(await sqlOutcome(world.sql(`select private.owner_resets_second_factor($1)`, [person.email]))).toBe(
    'no_second_factor',
  )
  expect(await sqlOutcome(world.sql(`select private.owner_resets_second_factor('nobody@b.test')`))).toBe(
    'profile_not_found',
  )
})

it('logs and emails what people change through auth: authenticators and passwords (D54)', async () => {
  const person = await createMember(world, { session: true })
  const { client } = person
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' })
  const factorId = data!.id
  const secret = (data as { totp: { secret: string } }).totp.secret
  expect((await client.from('profiles').select('id')).data).toHaveLength(1)
  await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  await client.auth.updateUser({ password: 'another long password' })
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  const lines = await world.sql(
    `select actor_id, before, after from private.audit_log where table_name = 'profiles' and row_id = $1 order by id`,
    [person.id],
  )
  expect(lines).toEqual([
    { actor_id: person.id, before: { second_factors: 0 }, after: { second_factors: 1 } },
    { actor_id: person.id, before: {}, after: { password: 'changed' } },
    { actor_id: person.id, before: { second_factors: 1 }, after: { second_factors: 0 } },
  ])
  const kinds = await world.sql(
    `select kind from private.outbox where recipient_id = $1 order by created_at, kind`,
    [person.id],
  )
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'second_factor_added',
    'password_changed',
    'second_factor_removed',
  ])
})

it('deletes a person who has a factor, without a line or an email about it', async () => {
  const person = await createMember(world)
  await giveFactor(person)
  await clientAt(person, 'aal2').rpc('create_recovery_codes')
  const admin = await createAdmin(world)
  expect((await admin.client.from('profiles').delete().eq('id', person.id).select('id')).data).toHaveLength(1)
  expect(await world.sql(`select from private.recovery_codes where user_id = $1`, [person.id])).toEqual([])
  expect(
    await world.sql(`select from private.audit_log where row_id = $1 and after ? 'second_factors'`, [
      person.id,
    ]),
  ).toEqual([])
})

it('is asked by one function: no policy grants a right to a caller by any other', async () => {
  const found = await world.sql(
    `select policyname from pg_policies where schemaname in ('public', 'storage') and concat(qual, with_check) ~ 'auth\\.'`,
  )
  expect(found).toEqual([])
})
